import { expect, test } from 'vitest';
import { runWhatIf } from '../../src/cli/whatIf.ts';
import { says, types } from '../support/userActions.ts';
import { QUICK_VAD, recordingOf } from '../replay/whatIf/conversation.ts';
import { terminal } from './terminal.ts';

const recording = await recordingOf({
  user: [
    says(320, 'I would like'),
    says(320 + 640 + 600, 'to book a table'),
    says(9024, 'wait', 416),
    says(12_000, 'thank you'),
  ],
  llm: ['For how many?', 'Take your time.', 'You are welcome.'],
  config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
});

test('prints turn by turn what was and what would have been, and marks what is not known', async () => {
  const { stdout, ...screen } = terminal();
  expect(await runWhatIf(recording, ['min_endpointing_delay=0.2'], screen)).toBe(0);
  expect(stdout.join('\n').split('\n\n').slice(0, 3).join('\n\n')).toMatchInlineSnapshot(`
    "What if min_endpointing_delay=0.2?

    turn  what was said      before     after
       0  · I would like     0.80 s  ≠  0.20 s cut off *
          · to book a table          ≠  0.20 s *
       1  wait               0.80 s  ≠  0.20 s *
       2  thank you          0.80 s  ≠  0.20 s *
    * the model was asked a different question; its recorded answer is used

                      before   after
    wait, mean        0.80 s  0.20 s  ≠
    wait, median      0.80 s  0.20 s  ≠
    wait, 90 %        0.80 s  0.20 s  ≠
    turns                  3       4  ≠
    turns unanswered       0       0
    turns cut off          0       1  ≠
    interruptions          0       0
    of which false         0       0
    replies failed         0       0"
  `);
});

test('both timelines stand over one axis', async () => {
  const { stdout, ...screen } = terminal();
  await runWhatIf(recording, ['min_endpointing_delay=0.2'], screen);
  const timelines = stdout.join('\n').split('\n\n').slice(3);
  expect(timelines[0]).toMatchInlineSnapshot(`
    "               0.32s         0.96s 1.16s  1.568s  1.94s    2.208s 2.408s  3.008s 3.188s  3.788s
    user           [I would like]             [to book a table]
    before: turn                                                              └commit
    before: agent                                                             [For how many?]
    after: turn                        └commit, cut off               └commit
    after: agent                       [For how many?]                [For how many?]"
  `);
});

test('a recording that is incomplete or lacks lines is reported', async () => {
  const { stderr, ...screen } = terminal();
  const lines = [...recording.lines.slice(0, -1), { t: 15_000, dropped: 12 }];
  await runWhatIf({ ...recording, lines }, ['min_endpointing_delay=0.2'], screen);
  expect(stderr).toEqual([
    'warning: 12 lines are missing from the recording: the sink was too slow',
    'warning: the recording is incomplete: the session had not ended',
  ]);
});

test('custom parts of the session are requested', async () => {
  const { stderr, ...screen } = terminal();
  const head = { ...recording.head, splices: ['transcript'], stages: ['endpointing'] };
  await runWhatIf({ ...recording, head }, ['min_endpointing_delay=0.2'], screen);
  expect(stderr).toEqual([
    'warning: the session had the splice at "transcript", its own stage "endpointing": pass it with --session',
  ]);
});

test.each(['min_endpointing_delay', '=3'])('"%s" is no setting', async (set) => {
  await expect(runWhatIf(recording, [set], terminal())).rejects.toMatchObject({
    code: 'usage_invalid',
    message: `--set: expected name=value, got "${set}"`,
  });
});

test('--set turn_detection=text shows what rules about the words would have changed', async () => {
  const dictated = await recordingOf({
    user: [says(320, 'my number is five five five', 1280), says(2816, 'one two three four', 1280)],
    llm: ['Go on.', 'Thank you.'],
  });
  const screen = terminal();
  expect(await runWhatIf(dictated, ['turn_detection=text'], screen)).toBe(0);
  const text = screen.stdout.join('\n');
  expect(text).toMatch(/0 +my number is five five five +[\d.]+ s.* +≠ +part of turn 1/u);
  expect(text).toMatch(/turns cut off +1 +0 +≠/u);
});

test('says where the run of a session with a speech model stops, and why', async () => {
  const spoken = await recordingOf({
    user: [types(320, 'hello'), says(6016, ''), says(6016 + 640 + 600, ''), says(12_000, '')],
    speechModel: {
      sampleRate: 16_000,
      replies: ['Good evening.', 'For how many?', 'You are welcome.'],
      words: ['book a table', 'thank you'],
    },
    config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
  });
  const screen = terminal();
  expect(await runWhatIf(spoken, ['min_endpointing_delay=0.2'], screen)).toBe(0);
  expect(screen.stderr).toEqual([]);
  expect(screen.stdout.join('\n')).toMatchInlineSnapshot(`
    "What if min_endpointing_delay=0.2?

    turn  what was said  before     after
       0  hello          0.00 s     0.00 s
       1  book a table   0.80 s  ≠  – cut off unfinished |
    | the run stops in this turn

    The run stops at 6.86 s: a turn of the user is committed 1.85 s earlier than in the recording.
    What the speech model would have answered from there on is unknown. The figures contain the turns before.

                      before   after
    wait, mean        0.00 s  0.00 s
    wait, median      0.00 s  0.00 s
    wait, 90 %        0.00 s  0.00 s
    turns                  1       1
    turns unanswered       0       0
    turns cut off          0       0
    interruptions          0       0
    of which false         0       0
    replies failed         0       0

                   0.32s          1.1s             6.016s   6.656s 6.856s 7.264s        7.904s
    user                                           [… ─────]              [book a table]
    before: turn   └commit
    before: agent  [Good evening.]
    after: turn    └commit                                         └commit, cut off
    after: agent   [Good evening.]                                 └the run stops

                   8.704s         9.484s        12s        12.64s    13.44s            14.4s
    user                                        [thank you]
    before: turn   └commit                                           └commit
    before: agent  [For how many?]                                   [You are welcome.]"
  `);
});

test('says nothing of a stop if the run of a session with a speech model reaches its end', async () => {
  const spoken = await recordingOf({
    user: [says(320, '')],
    speechModel: { sampleRate: 16_000, replies: ['At eight.'], words: ['when'] },
  });
  const { stdout, ...screen } = terminal();
  await runWhatIf(spoken, ['user_away_timeout=60'], screen);
  expect(stdout.join('\n')).toMatch(/0 {2}when +0\.58 s {4}0\.58 s$/mu);
  expect(stdout.join('\n')).not.toContain('stops');
});
