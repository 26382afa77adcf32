import json, os, urllib.request

HOST = os.environ["CREDENCE_HOST"]

def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": os.environ["CREDENCE_API_KEY"], "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(HOST + path, data, headers, method=method)) as response:
        return response.read().decode()

import time

pause = 0.2
while (task := json.loads(call("GET", f'/tasks/{os.environ["TASK_ID"]}')))["Status"] not in ("Completed", "Stopped", "Cancelled"):
    time.sleep(pause)
    pause = min(1.5 * pause, 5)
print(task["Status"], task["StatusTransitions"][-1]["Message"])
