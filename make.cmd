@powershell -NoProfile -ExecutionPolicy Bypass -File "%~dp0make.ps1" %*
