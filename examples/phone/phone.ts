import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { concierge } from '../concierge/agent.ts';
import { createTerminal } from '../talk/terminal.ts';
import { writeWav } from '../talk/wav.ts';
import { callAgent } from './callAgent.ts';
import { createLines } from './lines.ts';
import { parseOptions, USAGE, type PhoneOptions } from './options.ts';
import { createTranscript } from './transcript.ts';

const terminal = createTerminal(process.stdout);
// The reader of a pipe may stop early, as `head` does.
process.stdout.once('error', () => process.exit());

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) terminal.write(`${USAGE}\n`);
  else await phone(options);
} catch (error) {
  console.error(`phone: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function phone({ steps, out }: PhoneOptions): Promise<void> {
  if (out !== undefined) await checkFolder(out);
  const lines = await createLines(steps);
  const { heard, endedBy } = await callAgent(concierge, lines, { watch: createTranscript(terminal) });
  terminal.write(`\n${endedBy === 'agent' ? 'The agent has hung up.' : 'You have hung up.'}\n`);
  if (out === undefined) return;
  await writeWav(out, { sampleRate: heard.sampleRate, channels: [heard.samples] });
  terminal.write(`wrote ${out} (what you have heard, at 8 kHz)\n`);
}

/** Rejects before the call, not after it. */
async function checkFolder(out: string): Promise<void> {
  await access(dirname(out), constants.W_OK).catch((cause: unknown) => {
    throw new Error(`--out: cannot write ${out} (${cause instanceof Error ? cause.message : String(cause)})`, {
      cause,
    });
  });
}
