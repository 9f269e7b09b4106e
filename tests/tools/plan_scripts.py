"""Scripts of `attest plan`, run as a user runs them."""

import json
import os
import subprocess

from cli import CommandTest, without_time


class PlanTest(CommandTest):
    path = os.environ["PATH"]

    def plan(self, *arguments, name="p.sh"):
        result = self.attest("plan", *arguments, "--out", name, timeout=60)
        self.assertEqual(result.status, 0, result.err)
        return result

    def script(self, *arguments, name="p.sh", timeout=60, **options):
        environment = dict(os.environ, PATH=self.path, **options)
        return subprocess.run(("bash", name, *arguments), cwd=self.directory, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=timeout, check=False)

    def assert_whole(self, *arguments, name="p.sh"):
        """What the parts are merged to is what one run says."""
        whole = self.attest("verify", *arguments, "--format", "json", timeout=60)
        merged = self.script("merge", "--format", "json", "--out", "merged.json", name=name)
        self.assertEqual(merged.returncode, whole.status, merged.stderr)
        text = (self.directory / "merged.json").read_text(encoding="utf-8")
        self.assertEqual([without_time(json.loads(line)) for line in text.splitlines()],
                         [without_time(document) for document in whole.documents()])
