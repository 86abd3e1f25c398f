# .\make run | test | check | bench …   on Windows; what follows the task is handed on: .\make run counts --length 1000
$ErrorActionPreference = 'Stop'
$fits = "import sys; sys.exit(not ((3, 11) <= sys.version_info[:2] <= (3, 13)))"
$candidates = @(
    @('py', '-3.12'), @('py', '-3.13'), @('py', '-3.11'), @('python', $null), @('python3', $null)
)
if ($env:PYTHON) { $candidates = @(, @($env:PYTHON, $null)) + $candidates }

foreach ($candidate in $candidates) {
    $program = $candidate[0]
    $version = @($candidate[1] | Where-Object { $_ })
    if (-not (Get-Command $program -ErrorAction SilentlyContinue)) { continue }
    try { & $program @version -c $fits *> $null } catch { continue }
    if ($LASTEXITCODE -ne 0) { continue }
    Push-Location -LiteralPath $PSScriptRoot
    try { & $program @version -m tools.tasks @args } finally { Pop-Location }
    exit $LASTEXITCODE
}
[Console]::Error.WriteLine('Transformador needs Python 3.11, 3.12 or 3.13; install one of these from python.org or the Microsoft Store and give the same command again.')
exit 2
