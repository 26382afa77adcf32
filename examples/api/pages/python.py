import json, os, urllib.request

HOST = os.environ["CREDENCE_HOST"]

def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": os.environ["CREDENCE_API_KEY"], "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(HOST + path, data, headers, method=method)) as response:
        return response.read().decode()

key = ""
while True:
    page = json.loads(call("GET", "/tasks" + (f"?startKey={key}" if key else "")))
    for task in page["Tasks"]:
        print(task["TaskID"], task["Status"])
    if not (key := page.get("ContinuationKey")):
        break
