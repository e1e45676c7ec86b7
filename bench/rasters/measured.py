"""Runs a command and prints, last, what it took: python3 measured.py COMMAND ARGUMENTS …"""

import json
import os
import sys
import time

started = time.monotonic()
process = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(process, 0)
if status != 0:
    sys.exit(f"{' '.join(sys.argv[1:])} failed: {status}")
figures = {
    "seconds": time.monotonic() - started,
    "cpuSeconds": usage.ru_utime + usage.ru_stime,
    "peakMegabytes": usage.ru_maxrss / 1000,
}
print("\n" + json.dumps(figures))
