import json, os, urllib.request

HOST = os.environ["CREDENCE_HOST"]

def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": os.environ["CREDENCE_API_KEY"], "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(HOST + path, data, headers, method=method)) as response:
        return response.read().decode()

print(call("GET", f'/cores/cor_b21e4de9927158c1a5b603c2affb8a09'))
