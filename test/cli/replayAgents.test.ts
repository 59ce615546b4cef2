import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../src/cli/run.ts';
import { BILLING_CONFIG, CALL, create } from '../session/handoff/handedOff.ts';
import { recorder } from '../replay/record.ts';
import { QUICK_VAD } from '../replay/whatIf/conversation.ts';
import { says, types } from '../support/userActions.ts';
import { terminal } from './terminal.ts';

const SET = ['--set', 'min_endpointing_delay=0.2'];

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-agents-'));
  file = await write('handed.jsonl', await record());
});
afterAll(() => rm(folder, { recursive: true }));

/** Records a conversation in which "billing" answers a turn with a pause of 600 ms. */
async function record(): Promise<string> {
  const kept = recorder();
  const made = create({
    options: { record: kept },
    user: [types(100, 'my invoice is wrong'), says(6016, 'I would like'), says(6016 + 640 + 600, 'to pay')],
    llm: [CALL],
    answers: ['This is billing.', 'Fine.'],
    billing: { configure_session: () => ({ ...BILLING_CONFIG, vad: QUICK_VAD, min_endpointing_delay: 0.8 }) },
  });
  await made.clock.run(15_000);
  made.session.close('ended_by_client');
  await made.clock.run(16_000);
  return `${kept.lines.join('\n')}\n`;
}

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

async function antiphon(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const screen = terminal();
  const code = await runCommand(args, screen);
  return { code, out: screen.stdout.join('\n'), err: screen.stderr.join('\n') };
}

/** An agent in a module, which says its name and what it is called with. */
function agentIn(name: string): string {
  return `{
    name: '${name}',
    configure_session: () => ({ session_data: { account: 7 } }),
    async *llm_response_handler({ messages, session_data }) {
      const content = \`${name} \${session_data.account}: \${messages.at(-1).content}\`;
      const head = { id: '1', object: 'chat.completion.chunk', created: 0, model: 'm' };
      yield { ...head, choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] };
    },
  }`;
}

test('a recording with a handoff replays without its agents', async () => {
  expect(await antiphon('replay', file)).toMatchObject({ code: 0, out: `${file}: no difference` });
});

test('the agents of a module answer what the recording does not have, and are marked', async () => {
  const module = await write('agents.mjs', `export const agents = { billing: ${agentIn('billing')} };`);
  const { code, out, err } = await antiphon('replay', file, ...SET, '--agent', module);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/· I would like .* !$/mu);
  expect(out).toContain('! the recording has no answer to this turn; the agent of --agent gave it');
  expect(out).toContain('[billing 7: I');
});

test('an agent that the module does not have is an error with its name, the others, and the place, exit code 2', async () => {
  const module = await write('reception.mjs', `export default ${agentIn('reception')};`);
  const { code, err } = await antiphon('replay', file, ...SET, '--agent', module);
  expect(code).toBe(2);
  expect(err).toBe(
    `antiphon: --agent: "${module}": the conversation was handed to "billing" at 0.100 s, in turn 0: expected an agent "billing", got "reception"`,
  );
});

test.each([
  ['export const other = 1;', 'to export `agent`, or an agent as default, or `agents`'],
  ['export const agent = {};', 'to export an agent as `agent`'],
  ['export const agents = { billing: 1 };', 'to export agents as `agents`'],
])('a module without agents is refused: %s', async (text, expected) => {
  const module = await write(`module-${text.length}.mjs`, text);
  const { code, err } = await antiphon('replay', file, ...SET, '--agent', module);
  expect([code, err]).toEqual([2, `antiphon: --agent: expected "${module}" ${expected}`]);
});

test('without --set no agent is asked, and --agent is refused', async () => {
  const { code, err } = await antiphon('replay', file, '--agent', 'agents.mjs');
  expect([code, err]).toEqual([2, 'antiphon: replay: expected --set with --agent: only a changed run asks the agent']);
});
