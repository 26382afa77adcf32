import json, os, time, urllib.request

HOST = os.environ["CREDENCE_HOST"]

def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": os.environ["CREDENCE_API_KEY"], "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(HOST + path, data, headers, method=method)) as response:
        return response.read().decode()

def ended(path):
    while (status := json.loads(call("GET", path))["Status"]) != "Completed":
        if status in ("Stopped", "Cancelled"):
            raise SystemExit(f"{path} is {status}")
        time.sleep(0.2)

code = r"""#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("%lf\n", 100000.0 * (1 + UxHwDoubleUniformDist(0.05, 0.07))); }"""

build = json.loads(call("POST", "/sourcecode/builds", {"Language": "C", "Code": code}))["BuildID"]
ended(f"/builds/{build}")
task = json.loads(call("POST", f"/builds/{build}/tasks", {}))["TaskID"]
ended(f"/tasks/{task}")
value = call("GET", f"/tasks/{task}/output/Stdout").strip()
print(value)

plot = json.loads(call("POST", "/plot", {"payload": value}))
print(plot["presignedURL"])
