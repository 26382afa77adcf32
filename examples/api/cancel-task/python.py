import json, os, urllib.request

HOST = os.environ["CREDENCE_HOST"]

def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": os.environ["CREDENCE_API_KEY"], "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(HOST + path, data, headers, method=method)) as response:
        return response.read().decode()

import time
from urllib.error import HTTPError

task = json.loads(call("POST", f'/builds/{os.environ["BUILD_ID"]}/tasks', {}))["TaskID"]
try:
    print(call("POST", f"/tasks/{task}/cancel"))
except HTTPError as error:  # 409: it has already ended
    print(error.status, json.loads(error.read())["message"])
while json.loads(call("GET", f"/tasks/{task}"))["Status"] not in ("Completed", "Stopped", "Cancelled"):
    time.sleep(0.2)
call("DELETE", f"/tasks/{task}")
