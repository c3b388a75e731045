"""Starts, stops and kills a real `tonearm serve`."""

import os
import re
import signal
import subprocess
import threading
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("TONEARM", str(REPOSITORY / ".build/debug/tonearm"))


class Tonearm:
    """One server in its own home folder. It keeps its port over restarts, as a person's server does."""

    def __init__(self, home: Path, *options: str) -> None:
        self.home = home
        self.options = options
        self.port = 0
        self.setup_token: str | None = None
        self.login_token: str | None = None
        self.output: list[str] = []
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [BINARY, "serve", "--port", str(self.port), "--home", str(self.home), *self.options],
            cwd=REPOSITORY,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        listening = threading.Event()
        threading.Thread(target=self.read, args=(self.process, listening), daemon=True).start()
        # A demo is made before its link is printed.
        if not listening.wait(300 if "--demo" in self.options else 60):
            self.kill()
            raise AssertionError("tonearm did not start:\n" + "".join(self.output))

    def read(self, process: "subprocess.Popen[str]", listening: threading.Event) -> None:
        """Reads until the end, so that the pipe never fills. The setup link may stand before or after the address."""
        assert process.stdout is not None
        for line in process.stdout:
            self.output.append(line)
            address = re.search(r"Listening on http://[^\s/]*:(\d+)", line)
            link = re.search(r"#(setup|token)=(\S+)", line)
            if address:
                self.port = int(address[1])
            if link and link[1] == "setup":
                self.setup_token = link[2]
            elif link:
                self.login_token = link[2]
            if self.port and (self.setup_token or self.login_token or (self.home / "known").exists()):
                listening.set()

    def is_set_up(self) -> None:
        """From now on a start prints no link."""
        (self.home / "known").touch()

    def stop(self) -> None:
        self.end(signal.SIGTERM)

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals) -> None:
        process = self.process
        self.process = None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError("tonearm did not stop:\n" + "".join(self.output)) from None
