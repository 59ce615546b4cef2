import { describe, expect, it } from 'vitest';
import { playSession } from '../../support/playSession.ts';
import { COMMITTED, does, LONG, says, TELL_ME, types } from '../../support/userActions.ts';

const QUESTION = 'We have a table at eight. Shall I book it?';
/** The agent asks from `COMMITTED` on, until then. */
const ASKED = COMMITTED + QUESTION.length * 60;

describe('a backchannel over an answer', () => {
  it('neither interrupts it, nor is answered, nor stands in a message', async () => {
    const { history, eventNames } = await playSession({ user: [TELL_ME, says(3200, 'mhm', 320)], llm: [LONG, 'Yes?'] });
    expect(history()).toEqual(['user: tell me', `assistant: ${LONG}`]);
    expect(eventNames).not.toContain('agent_interrupted');
  });

  it('stands in the transcript', async () => {
    const texts: string[] = [];
    const listen = does(0, ({ session }) => session.edges.transcript.subscribe(({ text }) => texts.push(text)));
    await playSession({ user: [listen, TELL_ME, says(3200, 'mhm', 320)], llm: [LONG] });
    expect(texts).toContain('mhm');
  });

  it('that is long resumes the answer, if it interrupts it at all', async () => {
    const user = [TELL_ME, says(3200, { text: 'yeah okay right', msPerWord: 300 }, 928)];
    const { history, io } = await playSession({ user, llm: [LONG, 'Yes?'] });
    expect(history().join(' ')).toContain('sister runs the kitchen.');
    expect(history().filter((line) => line.startsWith('user'))).toEqual(['user: tell me']);
    expect(io.played().length).toBeLessThanOrEqual(2);
  });

  it('that goes on with other words is an interruption by all of them', async () => {
    const user = [TELL_ME, says(3200, { text: 'yeah but wait', msPerWord: 300 }, 928)];
    const { history, eventNames } = await playSession({ user, llm: [LONG, 'Yes?'] });
    expect(history().slice(-2)).toEqual(['user: yeah but wait', 'assistant: Yes?']);
    expect(eventNames).toContain('agent_interrupted');
  });

  it('is dropped when other words interrupt', async () => {
    const user = [TELL_ME, says(3200, 'mhm', 320), says(4800, 'no the other one', 960)];
    const { history } = await playSession({ user, llm: [LONG, 'Yes?'] });
    expect(history().slice(-2)).toEqual(['user: no the other one', 'assistant: Yes?']);
  });

  it('that comes late does not interrupt it', async () => {
    const mhm = { text: '', late: { text: 'mhm', afterMs: 300 } };
    const { history, eventNames } = await playSession({ user: [TELL_ME, says(3200, mhm, 320)], llm: [LONG, 'Yes?'] });
    expect(history()).toEqual(['user: tell me', `assistant: ${LONG}`]);
    expect(eventNames).not.toContain('agent_interrupted');
  });

  it('to which other words are added late is answered', async () => {
    const yeah = { text: 'yeah', late: { text: 'but wait', afterMs: 300 } };
    const { history } = await playSession({ user: [TELL_ME, says(3200, yeah, 320)], llm: [LONG, 'Yes?'] });
    expect(history().slice(-2)).toEqual(['user: yeah but wait', 'assistant: Yes?']);
  });

  it('is words like any if it asks, if it is typed, or if the lists are empty', async () => {
    const heard = async (user: Parameters<typeof playSession>[0]): Promise<string[]> =>
      (await playSession({ llm: [LONG, 'Yes?'], ...user })).history().filter((line) => line.startsWith('user'));
    expect(await heard({ user: [TELL_ME, says(3200, 'okay?', 640)] })).toEqual(['user: tell me', 'user: okay?']);
    expect(await heard({ user: [TELL_ME, types(3200, 'okay')] })).toEqual(['user: tell me', 'user: okay']);
    const config = { backchannels: [] };
    expect(await heard({ user: [TELL_ME, says(3200, 'okay', 640)], config })).toEqual(['user: tell me', 'user: okay']);
  });
});

describe('a backchannel before an answer', () => {
  it('does not supersede it', async () => {
    const user = [TELL_ME, says(2000, 'okay', 320)];
    const { history, llm } = await playSession({ user, llm: [{ text: 'Sure.', firstTokenMs: 3000 }] });
    expect(history()).toEqual(['user: tell me', 'user: okay', 'assistant: Sure.']);
    expect(llm.inputs).toHaveLength(1);
  });

  it('does not abort its function', async () => {
    const { history, llm } = await playSession({
      user: [TELL_ME, says(2000, 'okay', 640)],
      functions: { pay: (clock) => clock.sleep(3000).then(() => 'paid') },
      llm: [{ calls: [{ name: 'pay' }] }, 'It is paid.'],
    });
    expect(history().at(-1)).toBe('assistant: It is paid.');
    expect(llm.inputs).toHaveLength(2);
  });

  it('supersedes it as the answer to the question that the agent asked', async () => {
    const user = [TELL_ME, says(ASKED + 320, 'um', 320), says(ASKED + 2240, 'yeah', 320)];
    const { history } = await playSession({
      user,
      llm: [QUESTION, { text: 'Pardon?', firstTokenMs: 3000 }, 'Booked.'],
    });
    expect(history().slice(2)).toEqual(['user: um', 'user: yeah', 'assistant: Booked.']);
  });
});

describe('a backchannel over a question', () => {
  it('is an answer', async () => {
    const user = [TELL_ME, says(ASKED - 620, 'yeah', 320)];
    const { history } = await playSession({ user, llm: [QUESTION, 'Booked.'] });
    expect(history().slice(2)).toEqual(['user: yeah', 'assistant: Booked.']);
  });

  it.each([
    ['over its end', -320, ''],
    ['right behind it', 160, 'Paid.'],
  ])('is an answer, also while a function runs for long, said %s', async (_, ms, result) => {
    const text = 'I pay it now. Shall I send a receipt?';
    const { history } = await playSession({
      user: [TELL_ME, says(COMMITTED + text.length * 60 + ms, 'yeah', 320)],
      functions: { pay: (clock) => clock.sleep(8000).then(() => 'paid') },
      llm: [{ text, calls: [{ name: 'pay' }] }, result, 'Sent.'],
    });
    expect(history().slice(-2)).toEqual(['user: yeah', 'assistant: Sent.']);
  });

  it.each([
    ['known by then, behind the text', 1260, ['assistant: The garden is open.', 'user: yeah', 'assistant: Booked.']],
    ['not known yet, before it', 620, ['user: yeah', 'assistant: Booked.', 'assistant: The garden is open.']],
  ])('is an answer, also if a text of the application is queued: %s', async (_, ms, expected) => {
    const say = does(ASKED - 2000, ({ session }) => session.say('The garden is open.'));
    const { history } = await playSession({
      user: [TELL_ME, say, says(ASKED - ms, 'yeah', 320)],
      llm: [QUESTION, 'Booked.'],
    });
    expect(history().slice(2)).toEqual(expected);
  });

  it('is an answer, also right before a text of the application', async () => {
    const say = does(ASKED + 200, ({ session }) => session.say('The garden is open.'));
    const { history } = await playSession({
      user: [TELL_ME, say, says(ASKED + 320, 'yeah', 320)],
      tts: { utterances: [{}, { firstAudioMs: 1000 }] },
      llm: [QUESTION, 'Booked.'],
    });
    expect(history().slice(2)).toEqual(['user: yeah', 'assistant: Booked.']);
  });

  it('is an answer, also if its voice has cut the question, which is then asked again', async () => {
    const { history, spoken } = await playSession({
      user: [TELL_ME, says(ASKED - 620, 'yeah', 600)],
      stt: { interims: false },
      llm: [QUESTION, 'Booked.'],
    });
    expect(spoken()[1]).toBe('Shall I book it?');
    expect(history().slice(-2)).toEqual(['user: yeah', 'assistant: Booked.']);
  });

  it('is none if statements follow the question', async () => {
    const text = 'Is it for you? I ask as we are full. There is a list.';
    const user = [TELL_ME, says(COMMITTED + 320, 'yeah', 320)];
    const { history } = await playSession({ user, llm: [text, 'Booked.'] });
    expect(history()).toEqual(['user: tell me', `assistant: ${text}`]);
  });
});

describe('a greeting over a first message', () => {
  const first_message = `Good evening. ${LONG}`;

  it('does not interrupt it, however long it is', async () => {
    const { eventNames } = await playSession({
      user: [says(1600, 'hello hello there', 960)],
      config: { first_message },
      stt: { msPerWord: 320 },
    });
    expect(eventNames).not.toContain('agent_interrupted');
  });

  it('is a message of its own, in front of words that follow it', async () => {
    const user = [says(1600, 'hello', 320), says(3200, 'at eight', 320)];
    const { eventNames, history } = await playSession({ user, config: { first_message }, llm: ['Yes?'] });
    expect(eventNames).not.toContain('agent_interrupted');
    expect(history().slice(1)).toEqual(['user: hello', 'user: at eight', 'assistant: Yes?']);
  });

  it('over the next reply is words like any', async () => {
    const user = [TELL_ME, says(4800, 'hello hello there', 960)];
    const { eventNames } = await playSession({
      user,
      config: { first_message: 'Hi.' },
      stt: { msPerWord: 320 },
      llm: [LONG, 'Yes?'],
    });
    expect(eventNames).toContain('agent_interrupted');
  });

  it('is a message behind it that is not answered: the agent has just greeted', async () => {
    const { history, llm } = await playSession({
      user: [says(320, 'hello', 640)],
      config: { first_message: `Good evening. ${LONG}` },
      llm: ['Hi.'],
    });
    expect(history()).toEqual([`assistant: Good evening. ${LONG}`, 'user: hello']);
    expect(llm.inputs).toEqual([]);
  });

  it('whose words come behind its end is a message, too', async () => {
    const { history, llm } = await playSession({
      user: [says(320, { text: 'hello', delayMs: 500 }, 320)],
      config: { first_message: 'Good evening.' },
      stt: { interims: false },
      llm: ['Hi.'],
    });
    expect(history()).toEqual(['assistant: Good evening.', 'user: hello']);
    expect(llm.inputs).toEqual([]);
  });

  it('begins the words that interrupt it', async () => {
    const user = [says(1600, 'hello', 320), says(3200, 'a table please', 960)];
    const { history } = await playSession({ user, config: { first_message }, llm: ['For two?'] });
    expect(history().slice(1)).toEqual(['user: hello a table please', 'assistant: For two?']);
  });

  it('is not answered on request either, and is in the request for what follows', async () => {
    const { history } = await playSession({
      user: [says(320, 'hello', 640), types(12_000, 'at eight'), does(12_500, ({ session }) => session.respond())],
      config: { first_message, respond_on_request: true },
      llm: ['Yes?'],
    });
    expect(history().slice(1)).toEqual(['user: hello', 'user: at eight', 'assistant: Yes?']);
  });

  it('is in no message where the session ends before', async () => {
    const { history } = await playSession({
      user: [says(320, 'hello', 640), does(3000, ({ session }) => session.end({ after: 'now' }))],
      config: { first_message },
    });
    expect(history().filter((line) => line.startsWith('user'))).toEqual(['user: hello']);
  });

  it('is answered together with a wish', async () => {
    const { history } = await playSession({
      user: [says(320, 'hello a table please', 640)],
      config: { first_message: `Good evening. ${LONG}` },
      tts: { utterances: [{ firstAudioMs: 2000 }] },
      llm: ['For two?'],
    });
    expect(history().slice(1)).toEqual(['user: hello a table please', 'assistant: For two?']);
  });
});
