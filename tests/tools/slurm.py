"""A Slurm of one machine in a folder of its own: munged, slurmctld and slurmd of the distribution, on free ports. Needs root, as slurmd does."""

import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

DAEMONS = ("munged", "slurmctld", "slurmd")
CONFIGURATION = """ClusterName=try
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={node}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,sched_min_interval=0,batch_sched_delay=0
KillWait=5
ReturnToService=2
SlurmdParameters=config_overrides
NodeName={host} NodeAddr=127.0.0.1 CPUs=4 Boards=1 SocketsPerBoard=1 CoresPerSocket=4 ThreadsPerCore=1 RealMemory=2000 State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Slurm:
    def __init__(self):
        missing = [name for name in (*DAEMONS, "sbatch") if shutil.which(name, path="/usr/sbin:/usr/bin") is None]
        if missing or os.geteuid() != 0:
            raise RuntimeError(f"a Slurm of one's own needs root and {', '.join(missing) or 'nothing else'}")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="attest-slurm-"))
        self.folder.chmod(0o755)
        self.processes = []
        munge = self.folder / "munge"
        munge.mkdir()
        munge.chmod(0o711)
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        (munge / "key").write_bytes(os.urandom(128))
        (munge / "key").chmod(0o600)
        host = socket.gethostname().split(".")[0]
        self.file = self.folder / "slurm.conf"
        self.file.write_text(CONFIGURATION.format(host=host, folder=self.folder, controller=free_port(), node=free_port()),
                             encoding="utf-8")
        self.environment = dict(os.environ, SLURM_CONF=str(self.file))
        files = [f"--{option}={munge / name}" for option, name in
                 (("socket", "socket"), ("key-file", "key"), ("pid-file", "pid"), ("log-file", "log"), ("seed-file", "seed"))]
        self.start("/usr/sbin/munged", "-F", *files)
        self.until(lambda: (munge / "socket").exists(), "munged")
        self.start("/usr/sbin/slurmctld", "-D", "-f", str(self.file))
        self.start("/usr/sbin/slurmd", "-D", "-f", str(self.file), "-N", host)
        self.until(lambda: self.ask("sinfo", "-h", "-o", "%t").strip() in ("idle", "mix"), "slurmd")

    def start(self, *words):
        log = open(self.folder / (pathlib.Path(words[0]).name + ".out"), "w", encoding="utf-8")
        with log:
            self.processes.append(subprocess.Popen(words, stdout=log, stderr=log, env=self.environment))

    def until(self, there, what, seconds=60):
        end = time.monotonic() + seconds
        while not there():
            if time.monotonic() > end:
                said = "".join(file.read_text(encoding="utf-8", errors="replace")[-1000:] for file in self.folder.glob("*.out"))
                self.close()
                raise RuntimeError(f"{what}: not there after {seconds} s\n{said}")
            time.sleep(0.1)

    def ask(self, *words):
        return subprocess.run(words, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout

    def queue(self):
        """What runs or waits: number of the array, element, state; a line each."""
        return self.ask("squeue", "-h", "-r", "-o", "%A %F %K %j %T").splitlines()

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in reversed(self.processes):
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
