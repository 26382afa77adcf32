import base64, hashlib, hmac, time

def is_genuine(secret, headers, body, now=None):
    """Whether a delivery comes from the platform. body: the bytes as received, before any parsing."""
    timestamp = headers["webhook-timestamp"]
    if abs((time.time() if now is None else now) - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f'{headers["webhook-id"]}.{timestamp}.'.encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, given) for given in headers["webhook-signature"].split(" "))

body = b'{"version":"1.0","eventType":"task-status","userId":"usr_0123456789abcdef0123456789abcdef","timestamp":"2026-01-02T03:04:05.678Z","data":{"taskId":"tsk_00112233445566778899aabbccddeeff","status":"Completed","message":"Task completed.","updatedAt":1767323045678}}'
headers = {
    "webhook-id": "msg_5f0d2b7c9e1a4c3d8b6f7a0e1d2c3b4a",
    "webhook-timestamp": "1767323045",
    "webhook-signature": "v1,RZ2tXUfi1PUFRviKRV6PWqWJYa6AkvP/76PXl1t1wsI=",
}
print(is_genuine("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX", headers, body, now=1767323045))
