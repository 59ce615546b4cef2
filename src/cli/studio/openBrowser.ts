import { spawn } from 'node:child_process';

/** Opens an address in the user's browser. Does nothing on a machine without a browser. */
export function openBrowser(address: string, platform: NodeJS.Platform = process.platform): void {
  const [command, args] = findCommand(address, platform);
  try {
    const child = spawn(command, args, {
      stdio: 'ignore',
      detached: true,
      windowsVerbatimArguments: platform === 'win32',
    });
    child.on('error', () => {});
    child.unref();
  } catch {
    // The address is on the terminal.
  }
}

function findCommand(address: string, platform: NodeJS.Platform): readonly [string, string[]] {
  if (platform === 'darwin') return ['open', [address]];
  // `start` takes its first argument in quotes as the title of a window, and `&` separates commands.
  if (platform === 'win32') return ['cmd', ['/c', 'start', '""', address.replaceAll('&', '^&')]];
  return ['xdg-open', [address]];
}
