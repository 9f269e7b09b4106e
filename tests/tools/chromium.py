"""A headless Chromium that pages are looked at with: the DevTools protocol over a pair of pipes, nothing else needed."""

import base64
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time


def chromium():
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not path:
        raise RuntimeError("chromium is not installed")
    return path


class Browser:
    """with Browser() as browser: browser.open(path, 360, dark=True); browser.value("document.title")"""

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, self.write_end = os.pipe()
        self.read_end, to_write = os.pipe()

        def wire():
            # Chromium reads commands from descriptor 3 and answers on 4; the two ends may be these very numbers.
            first, second = os.dup(to_read), os.dup(to_write)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [chromium(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}", "about:blank"],
            close_fds=False, preexec_fn=wire, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.buffer, self.number, self.events = b"", 0, []
        target = self.command("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.command("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.command(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        os.close(self.write_end)
        os.close(self.read_end)
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.profile.cleanup()

    def receive(self):
        while b"\0" not in self.buffer:
            data = os.read(self.read_end, 1 << 20)
            if not data:
                raise RuntimeError("chromium has gone")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def command(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, path, width, height=900, dark=False, media=""):
        """Loads a file. What the page says on its console from then on is in `said`."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.command("Emulation.setEmulatedMedia", media=media,
                     features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.events.clear()
        self.command("Page.navigate", url="file://" + os.path.abspath(path))
        deadline = time.monotonic() + 60
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            if time.monotonic() > deadline:
                raise RuntimeError(f"{path} is not loaded")
            self.value("1")
        self.value("new Promise(done => setTimeout(done, 20))")

    def said(self):
        """Messages, errors, and what was asked of the network beside the page itself."""
        lines = []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Runtime.consoleAPICalled":
                lines.append("console: " + str(parameters["args"]))
            elif event.get("method") == "Runtime.exceptionThrown":
                lines.append("exception: " + str(parameters["exceptionDetails"]))
            elif event.get("method") == "Log.entryAdded":
                lines.append("log: " + parameters["entry"]["text"])
            elif event.get("method") == "Network.requestWillBeSent" and parameters.get("type") != "Document":
                lines.append("asked for: " + parameters["request"]["url"])
        return lines

    def value(self, expression):
        answer = self.command("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            codes = {"Tab": 9, "Enter": 13}
            self.command("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=codes[key],
                         **({"text": "\r"} if key == "Enter" and kind == "keyDown" else {}))

    def picture(self, path):
        data = self.command("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def printed(self):
        return base64.b64decode(self.command("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])
