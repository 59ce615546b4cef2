import { chromium, type Browser } from 'playwright-core';
import { findEngine } from '../../scripts/engines.mjs';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

/**
 * Chromium without a window. With a WAV file (48 kHz, mono) it has a microphone, which hears the file once from when it is
 * opened, and then silence; without one it has none. `allowed`: whether every page may use it, or those that were granted it. `own`: further flags.
 */
export function launch(
  microphone?: string,
  allowed: 'always' | 'if granted' = 'always',
  own: readonly string[] = [],
): Promise<Browser> {
  const executablePath = findEngine('Chromium');
  if (executablePath === undefined) throw new Error('Chromium is not installed: npm run setup');
  const fake =
    microphone === undefined
      ? []
      : [
          ...(allowed === 'always' ? ['--use-fake-ui-for-media-stream'] : []),
          '--use-fake-device-for-media-stream',
          `--use-file-for-fake-audio-capture=${microphone}%noloop`,
        ];
  return chromium.launch({ executablePath, headless: true, args: [...QUIET, ...fake, ...own] });
}
