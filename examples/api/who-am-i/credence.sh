credence whoami
