BODY='{"version":"1.0","eventType":"task-status","userId":"usr_0123456789abcdef0123456789abcdef","timestamp":"2026-01-02T03:04:05.678Z","data":{"taskId":"tsk_00112233445566778899aabbccddeeff","status":"Completed","message":"Task completed.","updatedAt":1767323045678}}'
KEY=$(printf %s AAECAwQFBgcICQoLDA0ODxAREhMUFRYX | base64 -d | od -An -tx1 | tr -d ' \n')   # the secret without whsec_
printf %s "msg_5f0d2b7c9e1a4c3d8b6f7a0e1d2c3b4a.1767323045.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64
