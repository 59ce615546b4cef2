import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { score } from '../../../src/testing/score.ts';
import type { ScoreOptions } from '../../../src/testing/score/options.ts';
import type { Score } from '../../../src/testing/score/writtenScore.ts';
import { concierge } from './concierge.ts';

/** The user types “hello” at 1 s; “Yes?” is heard for 240 ms. */
const answering: ScoreOptions = { llm: [{ text: 'Yes?', firstTokenMs: 500 }], lasting: '15s' };
const booked: ScoreOptions = { llm: [{ calls: [{ name: 'book', arguments: { guests: 2 } }] }, 'Yes?'], lasting: '15s' };

type Expect = (score: Score) => void;

function hold(expected: Expect, options = answering): Promise<unknown> {
  return score(concierge(), (parts) => (parts.user.types('1s', 'hello'), expected(parts)), options);
}

/** The sentences of the error, without its diagrams. */
async function faultsOf(expected: Expect, options = answering): Promise<readonly string[]> {
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
    ['agent.calls, once and no more', ({ agent }) => agent.calls([{ name: 'book', args: { guests: 2 } }]), booked],
    ['agent.neverCalls', ({ agent }) => agent.neverCalls('cancel'), booked],
    ['events.never, as events$ spells it', ({ events }) => events.never('on_agent_interrupted')],
    [
      'events.at, counted from an event since the line above',
      ({ user, events, after }) => {
        user.types('5s', 'and?');
        events.at('agent_started_speaking', after('user_message_added', '500ms'));
        events.at('agent_stopped_speaking', after('agent_started_speaking', '180ms'));
      },
      {
        llm: [...(answering.llm ?? []), { text: 'No.', firstTokenMs: 500 }],
        config: { first_message: 'Good evening.' },
      },
    ],
    [
      'events.at, counted from that which a line above is counted from',
      ({ user, events, after }) => {
        user.types(after('agent_started_speaking', '5s'), 'and?');
        user.types('12s', 'so?');
        events.at('agent_message_added', after('agent_started_speaking', '240ms'));
      },
      { llm: ['Yes?', 'No.', 'So.'] },
    ],
    ['errors.has', ({ errors }) => errors.has('handler_failed'), { llm: [] }],
    ['errors.never', ({ errors }) => errors.never('handler_failed')],
    ['history', ({ history }) => history([{ content: 'hello', role: 'user', name: null }, {}])],
  ])('%s', async (_, expected, options) => void (await hold(expected, options)));
});

describe('an expectation fails with its reason', () => {
  it.each<[Expect, string, ScoreOptions?]>([
    [({ agent }) => agent.heard('Yes'), "agent.heard('Yes'): the user heard 'Yes?'"],
    [({ agent }) => agent.neverSays(), "agent.neverSays(): the user heard 'Yes?'"],
    [({ agent }) => agent.neverSays('es'), "agent.neverSays('es'): the user heard 'Yes?'"],
    [({ agent }) => agent.calls('book'), "agent.calls('book'): it called nothing"],
    [
      ({ agent }) => agent.calls('book', { guests: 3 }),
      `agent.calls('book', {"guests":3}): it called book({"guests":2})`,
      booked,
    ],
    [
      ({ agent }) => (agent.calls('book'), agent.calls('book')),
      'agent.calls(\'book\'): it called book({"guests":2})',
      booked,
    ],
    [
      ({ agent }) => agent.calls([{ name: 'book' }]),
      'agent.calls([…]): it called book({"guests":2}), book({"guests":3})',
      { llm: [{ calls: [2, 3].map((guests) => ({ name: 'book', arguments: { guests } })) }, 'Yes?'] },
    ],
    [({ agent }) => agent.neverCalls('book'), 'agent.neverCalls(\'book\'): it called book({"guests":2})', booked],
    [
      () => {},
      'a failure without errors.has(\'function_failed\'): it came at 1s: "book" got invalid arguments: guests: Invalid input: expected number, received string',
      { llm: [{ calls: [{ name: 'book', arguments: { guests: 'two' } }] }, 'Yes?'] },
    ],
    [
      () => {},
      'a failure without errors.has(\'splice_failed\'): it came at 1s: the splice at "textIn" failed on a value: no',
      { ...answering, splice: { textIn: map(() => expect.fail('no')) } },
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
      "events.by('agent_started_speaking', 1000 ms after agent_interrupted): the event that it refers to never came",
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
      "the event that it refers to never came: user: 'types: and?', 1000 ms after agent_interrupted",
    ],
  ])('%s', async (expected, sentence, options) => expect(await faultsOf(expected, options)).toEqual([`- ${sentence}`]));

  it('where there is an unexpected failure', async () => {
    const sentence =
      "- a failure without errors.has('handler_failed'): it came at 1s: the LLM double has 0 replies and was called 1 times";
    expect(await faultsOf(() => {}, { llm: [] })).toEqual([sentence]);
  });

  it('where an event handler of the agent fails', async () => {
    const agent = concierge();
    agent.on_user_message_added = () => {
      throw new Error('no such guest');
    };
    const play = (expected: Expect): Promise<unknown> =>
      score(agent, (parts) => (parts.user.types('1s', 'hello'), expected(parts)), answering);
    await expect(play(() => {})).rejects.toThrow(
      "- a failure without errors.has('event_handler_failed'): it came at 1s: on_user_message_added failed",
    );
    await play(({ errors }) => errors.has('event_handler_failed'));
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
    expect(faults).toEqual(["- agent.heard('Yes?'): the user heard 'Yes?', 'No.'"]);
  });

  it('in the diagram where the agent answers, not where it greets', async () => {
    const failing = hold(({ agent }) => agent.heard('No.'), { ...answering, config: { first_message: 'Good day.' } });
    await expect(failing).rejects.toThrow('▲ the first difference: agent, at 1.5s');
  });

  it('in the diagram where the likest is heard', async () => {
    const failing = hold(({ agent }) => agent.heard('Good day, Ada.'), {
      ...answering,
      config: { first_message: 'Good day.' },
    });
    await expect(failing).rejects.toThrow('▲ the first difference: agent, at 0s');
  });

  it('with the line that expects it', async () => {
    const failing = score(concierge(), ({ agent, events }) => {
      agent.heard('No.');
      events.by('agent_interrupted', '1s');
    });
    const message = await failing.then(
      () => '',
      (error: Error) => error.message,
    );
    const places = [...message.matchAll(/^ {2}at (?<file>\S+):(?<line>\d+):\d+$/gmu)].map(({ groups }) => groups);
    const [first, second] = places;
    expect(first?.['file']).toBe('test/testing/score/expectations.test.ts');
    expect(second?.['file']).toBe('test/testing/score/expectations.test.ts');
    expect(Number(second?.['line'])).toBe(Number(first?.['line']) + 1);
  });

  it('with all of them together, over two aligned diagrams', async () => {
    const failing = hold(({ agent, events }) => {
      agent.heard('No.');
      events.never('agent_message_added');
    });
    const message = await failing.then(
      () => '',
      (error: Error) => error.message,
    );
    expect(message.replaceAll(/^ {2}at \S+\n/gmu, '')).toContain(`\
the conversation differs from its score in 2 points:
- agent.heard('No.'): the user heard 'Yes?'
- events.never('agent_message_added'): it came at 1.74s
  the user has heard 4 characters (docs/turn-taking.md#what-counts-as-heard)

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
