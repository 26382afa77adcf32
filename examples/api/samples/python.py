import json, os, urllib.request

HOST = os.environ["CREDENCE_HOST"]

def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": os.environ["CREDENCE_API_KEY"], "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(HOST + path, data, headers, method=method)) as response:
        return response.read().decode()

print(call("POST", "/samples?count=5", {"payload": os.environ["UX"]}))
