import { at } from '../../support/timedEvent.ts';
import { coughs, says } from '../../support/userActions.ts';
import { createSituation, speaks, type Situation } from '../situation.ts';

const ASKS = speaks(320, 'what are your opening hours');
/** Audible from 2996. */
const HOURS = 'We are open from noon to ten. On Sundays we close at eight.';
const ASKED = [
  at(384, 'user_started_speaking'),
  at(2496, 'user_stopped_speaking'),
  at(2596, 'user_message_added', 'what are your opening hours'),
  at(2996, 'agent_started_speaking'),
];

export const noises: readonly Situation[] = [
  createSituation({
    title: 'A television in the next room',
    happens: 'A television plays for 6 s. The user’s audio contains its voices, but the recogniser finds no words.',
    human: 'stops for a moment, and resumes when it is clear that the caller is silent.',
    score: { user: [ASKS, coughs(4000, 6016)], llm: [HOURS] },
    expected: {
      events: [
        ...ASKED,
        at(4064, 'user_started_speaking'),
        at(4512, 'agent_interrupted', 'We are open from noon to'),
        at(4512, 'agent_stopped_speaking'),
        at(4512, 'agent_message_added', 'We are open from noon to'),
        at(7108, 'agent_started_speaking'),
        at(10_592, 'user_stopped_speaking'),
        at(10_648, 'agent_stopped_speaking'),
        at(10_648, 'agent_message_added', 'ten. On Sundays we close at eight.'),
      ],
      reported: ['noise'],
    },
  }),
  createSituation({
    title: 'A television with words',
    happens: 'The recogniser understands what a television says.',
    human: 'recognises that this is not the caller, and goes on.',
    limit: 'The agent cannot tell whose words they are. Isolate the caller’s voice in the client, or before `audioIn`.',
    score: { user: [ASKS, speaks(4000, 'and now the weather for the weekend')], llm: [HOURS, 'Pardon?'] },
    expected: {
      events: [
        ...ASKED,
        at(4064, 'user_started_speaking'),
        at(4512, 'agent_interrupted', 'We are open from noon to'),
        at(4512, 'agent_stopped_speaking'),
        at(4512, 'agent_message_added', 'We are open from noon to'),
        at(6816, 'user_stopped_speaking'),
        at(6916, 'user_message_added', 'and now the weather for the weekend'),
        at(7316, 'agent_started_speaking'),
        at(7736, 'agent_stopped_speaking'),
        at(7736, 'agent_message_added', 'Pardon?'),
      ],
    },
  }),
  createSituation({
    title: 'Its own echo',
    happens: 'The phone plays loudly, without echo cancellation: the agent hears its own words 0.2 s later.',
    human: 'recognises their own words, and goes on.',
    score: {
      user: [ASKS, speaks(3200, 'we are open from noon to ten on sundays we close at eight', 3520)],
      llm: [HOURS],
      config: { ignore_echo: true },
    },
    expected: {
      events: [
        ...ASKED,
        at(3264, 'user_started_speaking'),
        at(6536, 'agent_stopped_speaking'),
        at(6536, 'agent_message_added', 'We are open from noon to ten. On Sundays we close at eight.'),
        at(7296, 'user_stopped_speaking'),
      ],
      reported: ['echo', 'empty_turn'],
    },
  }),
  createSituation({
    title: 'Words over an echo',
    happens: 'The agent hears itself on the same phone. Then the user says “no, on Sunday”.',
    human: 'hears words that are not their own, and stops.',
    score: {
      user: [ASKS, speaks(3200, 'we are open from noon no on Sunday', 2240)],
      llm: [HOURS, 'On Sundays until eight.'],
      config: { ignore_echo: true },
    },
    expected: {
      events: [
        ...ASKED,
        at(3264, 'user_started_speaking'),
        at(4896, 'agent_interrupted', 'We are open from noon to ten.'),
        at(4896, 'agent_stopped_speaking'),
        at(4896, 'agent_message_added', 'We are open from noon to ten.'),
        at(6016, 'user_stopped_speaking'),
        at(6116, 'user_message_added', 'no on Sunday'),
        at(6516, 'agent_started_speaking'),
        at(7896, 'agent_stopped_speaking'),
        at(7896, 'agent_message_added', 'On Sundays until eight.'),
      ],
      reported: ['echo'],
    },
  }),
  createSituation({
    title: 'Hold music',
    happens: 'The user puts the call on hold. The agent hears 20 s of music, and then the user again.',
    human: 'waits in silence until the user is back.',
    score: {
      user: [speaks(320, 'please hold the line'), coughs(6400, 20_000), speaks(28_800, 'hello are you there')],
      llm: ['Of course.', 'Yes, I am here.'],
      untilMs: 40_000,
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(2176, 'user_stopped_speaking'),
        at(2276, 'user_message_added', 'please hold the line'),
        at(2676, 'agent_started_speaking'),
        at(3276, 'agent_stopped_speaking'),
        at(3276, 'agent_message_added', 'Of course.'),
        at(6464, 'user_started_speaking'),
        at(26_976, 'user_stopped_speaking'),
        at(28_864, 'user_started_speaking'),
        at(30_656, 'user_stopped_speaking'),
        at(30_756, 'user_message_added', 'hello are you there'),
        at(31_156, 'agent_started_speaking'),
        at(32_056, 'agent_stopped_speaking'),
        at(32_056, 'agent_message_added', 'Yes, I am here.'),
      ],
      reported: ['noise'],
    },
  }),
  createSituation({
    title: 'Laughter',
    happens:
      'The user laughs over the answer for 1.5 s. The recogniser finds “haha” at the beginning, and nothing after it.',
    human: 'lets the user laugh, and repeats the sentence.',
    score: { user: [ASKS, says(4800, { text: 'haha', msPerWord: 320 }, 1504)], llm: [HOURS] },
    expected: {
      events: [
        ...ASKED,
        at(4864, 'user_started_speaking'),
        at(5632, 'agent_interrupted', 'We are open from noon to ten. On Sundays we'),
        at(5632, 'agent_stopped_speaking'),
        at(5632, 'agent_message_added', 'We are open from noon to ten. On Sundays we'),
        at(6880, 'user_stopped_speaking'),
        at(7080, 'agent_started_speaking'),
        at(8820, 'agent_stopped_speaking'),
        at(8820, 'agent_message_added', 'close at eight.'),
      ],
    },
  }),
  createSituation({
    title: 'A crying child',
    happens: 'After the question a child cries for 10 s, in sounds of a second with pauses of 0.7 s.',
    human: 'waits for a moment, and then answers despite the crying.',
    score: {
      user: [ASKS, ...[0, 1, 2, 3, 4, 5].map((n) => coughs(2272 + n * 1696, 992))],
      llm: [HOURS],
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(3840, 'user_stopped_speaking'),
        at(3940, 'user_message_added', 'what are your opening hours'),
        at(4032, 'user_started_speaking'),
        at(5536, 'user_stopped_speaking'),
        at(5636, 'agent_started_speaking'),
        at(5728, 'user_started_speaking'),
        at(6176, 'agent_interrupted', 'We are'),
        at(6176, 'agent_stopped_speaking'),
        at(6176, 'agent_message_added', 'We are'),
        at(7076, 'agent_started_speaking'),
        at(7232, 'user_stopped_speaking'),
        at(7424, 'user_started_speaking'),
        at(8928, 'user_stopped_speaking'),
        at(9120, 'user_started_speaking'),
        at(10_616, 'agent_stopped_speaking'),
        at(10_616, 'agent_message_added', 'open from noon to ten. On Sundays we close at eight.'),
        at(10_624, 'user_stopped_speaking'),
        at(10_816, 'user_started_speaking'),
        at(12_320, 'user_stopped_speaking'),
      ],
      reported: ['empty_turn', 'noise', 'noise', 'noise', 'noise'],
    },
  }),
  createSituation({
    title: 'A caller who tells a story',
    happens: 'The caller talks for 24 s, and `max_buffered_speech` is 12.',
    human: 'listens to the end.',
    limit: 'The agent listens to the end, but knows only the words of the first 12 s. The default is 60 s.',
    score: {
      user: [says(320, { text: 'and then and then and then and then and then and then', msPerWord: 1000 }, 24_000)],
      config: { vad: { provider: 'silero', max_buffered_speech: 12 } },
      llm: ['I see.'],
      untilMs: 40_000,
    },
    expected: {
      events: [
        at(384, 'user_started_speaking'),
        at(24_896, 'user_stopped_speaking'),
        at(24_996, 'user_message_added', 'and then and then and then and then and then and then'),
        at(25_396, 'agent_started_speaking'),
        at(25_756, 'agent_stopped_speaking'),
        at(25_756, 'agent_message_added', 'I see.'),
      ],
      reported: ['speech_truncated'],
    },
  }),
];
