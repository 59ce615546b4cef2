import { describe, expect, it } from 'vitest';
import { score } from '../../../src/testing/score.ts';
import type { ScoreOptions } from '../../../src/testing/score/options.ts';
import type { Score } from '../../../src/testing/score/script.ts';
import { concierge } from './concierge.ts';

/** The user types “hello” at 1 s; “Yes?” is heard for 240 ms. */
const told: ScoreOptions = { llm: [{ text: 'Yes?', firstTokenMs: 500 }], lasting: '15s' };
const booked: ScoreOptions = { llm: [{ calls: [{ name: 'book', arguments: { guests: 2 } }] }, 'Yes?'], lasting: '15s' };

type Expect = (score: Score) => void;

function hold(expected: Expect, options = told): Promise<void> {
  return score(concierge(), (parts) => (parts.user.types('1s', 'hello'), expected(parts)), options);
}

/** The sentences of the error, without its diagrams. */
async function faultsOf(expected: Expect, options = told): Promise<readonly string[]> {
  const error = await hold(expected, options).then(
    () => new Error('it holds'),
    (reason: Error) => reason,
  );
  return error.message.split('\n').filter((line) => line.startsWith('- ') || line === 'it holds');
}

describe('an expectation holds', () => {
  it.each<[string, Expect, ScoreOptions?]>([
    ['agent.heard', ({ agent }) => agent.heard('Yes?')],
    ['agent.neverSays', ({ agent }) => agent.neverSays('No')],
    ['agent.calls', ({ agent }) => agent.calls('book'), booked],
    ['agent.calls, with arguments', ({ agent }) => agent.calls('book', { guests: 2 }), booked],
    [
      'events',
      ({ events }) =>
        events(['user_message_added', 'agent_started_speaking', 'agent_stopped_speaking', 'agent_message_added']),
    ],
    ['events.at', ({ events }) => events.at('agent_started_speaking', '1.5s')],
    [
      'events.at, counted',
      ({ events, after }) => events.at('agent_started_speaking', after('user_message_added', '500ms')),
    ],
    ['events.by, at the time', ({ events }) => events.by('agent_started_speaking', '1500ms')],
    ['events.by, before it', ({ events }) => events.by('agent_started_speaking', '1501ms')],
    ['events.notBefore, at the time', ({ events }) => events.notBefore('agent_started_speaking', '1500ms')],
    ['events.notBefore, where it never comes', ({ events }) => events.notBefore('agent_interrupted', '9s')],
    ['events.never', ({ events }) => events.never('agent_interrupted')],
    ['errors.has', ({ errors }) => errors.has('handler_failed'), { llm: [] }],
    ['errors.never', ({ errors }) => errors.never('handler_failed')],
    ['history', ({ history }) => history([{ content: 'hello', role: 'user', name: null }, {}])],
  ])('%s', (_, expected, options) => hold(expected, options));
});

describe('an expectation fails, and says so', () => {
  it.each<[Expect, string, ScoreOptions?]>([
    [({ agent }) => agent.heard('Yes'), "agent.heard('Yes'): heard was 'Yes?'"],
    [({ agent }) => agent.neverSays(), "agent.neverSays(): heard was 'Yes?'"],
    [({ agent }) => agent.neverSays('es'), "agent.neverSays('es'): heard was 'Yes?'"],
    [({ agent }) => agent.calls('book'), "agent.calls('book'): it called nothing"],
    [
      ({ agent }) => agent.calls('book', { guests: 3 }),
      `agent.calls('book', {"guests":3}): it called book({"guests":2})`,
      booked,
    ],
    [
      ({ events }) => events(['user_message_added', 'agent_stopped_speaking']),
      'events([…]): number 2 should be agent_stopped_speaking, it is agent_started_speaking',
    ],
    [
      ({ events }) => events.at('agent_started_speaking', '1.6s'),
      "events.at('agent_started_speaking', 1.6s): it came at 1.5s",
    ],
    [({ events }) => events.at('agent_interrupted', '1s'), "events.at('agent_interrupted', 1s): it never came"],
    [
      ({ events }) => events.by('agent_started_speaking', '1499ms'),
      "events.by('agent_started_speaking', 1499ms): it came at 1.5s",
    ],
    [
      ({ events }) => events.notBefore('agent_started_speaking', '1501ms'),
      "events.notBefore('agent_started_speaking', 1501ms): it came at 1.5s",
    ],
    [
      ({ events, after }) => events.by('agent_started_speaking', after('agent_interrupted', '1s')),
      "events.by('agent_started_speaking', 1000 ms after agent_interrupted): what it is counted from never came",
    ],
    [({ events }) => events.never('agent_started_speaking'), "events.never('agent_started_speaking'): it came at 1.5s"],
    [({ errors }) => errors.has('noise'), "errors.has('noise'): it was not reported"],
    [
      ({ errors }) => (errors.has('handler_failed'), errors.never('handler_failed')),
      "errors.never('handler_failed'): it came at 1s: the LLM double has 0 replies and was called 1 times",
      { llm: [] },
    ],
    [
      ({ history }) => history([{ role: 'user' }]),
      'history([…]): number 2 should be nothing more, it is assistant: Yes?',
    ],
    [
      ({ history }) => history([{ content: 'hello' }, { content: 'No.' }]),
      'history([…]): number 2 should be No., it is assistant: Yes?',
    ],
    [
      ({ user, after }) => user.types(after('agent_interrupted', '1s'), 'and?'),
      "what it is counted from never came: user: 'types: and?', 1000 ms after agent_interrupted",
    ],
  ])('%s', async (expected, sentence, options) => expect(await faultsOf(expected, options)).toEqual([`- ${sentence}`]));

  it('where there is a failure that nobody expects', async () => {
    const sentence =
      "- a failure without errors.has('handler_failed'): it came at 1s: the LLM double has 0 replies and was called 1 times";
    expect(await faultsOf(() => {}, { llm: [] })).toEqual([sentence]);
  });

  it('where messages are heard in another order', async () => {
    const faults = await faultsOf(
      ({ user, agent }) => {
        user.types('5s', 'and?');
        agent.heard('No.');
        agent.heard('Yes?');
      },
      { llm: ['Yes?', 'No.'] },
    );
    expect(faults).toEqual(["- agent.heard('Yes?'): heard was 'Yes?', 'No.'"]);
  });

  it('with all of them together, over two aligned diagrams', async () => {
    const failing = hold(({ agent, events }) => {
      agent.heard('No.');
      events.never('agent_message_added');
    });
    await expect(failing).rejects.toThrow(`\
the conversation does not go as its score says, in 2 points:
- agent.heard('No.'): heard was 'Yes?'
- events.never('agent_message_added'): it came at 1.74s

           1s      1.5s  1.74s
expected
  user     └types: hello
  agent            [No.]
  history  └user: hello  └assistant: Yes?
  events   └user_message_added
                   └agent_started_speaking
                         └agent_stopped_speaking
got
  user     └types: hello
  agent            [Yes?]
  history  └user: hello  └assistant: Yes?
  events   └user_message_added
                   └agent_started_speaking
                         └agent_stopped_speaking
                         └agent_message_added
                   ▲ the first difference: agent, at 1.5s`);
  });
});
