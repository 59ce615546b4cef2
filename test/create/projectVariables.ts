import { expect, onTestFinished } from 'vitest';
import { AUTH_TOKEN, TWILIO_HOST } from '../dialects/twilio.ts';
import { startFake } from '../fakes/kit/fake.ts';
import { createOpenAiConversationFake } from '../fakes/openaiConversation.ts';

export type Variables = Readonly<Record<string, string>>;

/** Returns the variables that a template's server needs, as its README says. They lead to no vendor. */
export async function variablesOf(template: string): Promise<Variables> {
  if (template === 'phone') return { PUBLIC_URL: `https://${TWILIO_HOST}`, TWILIO_AUTH_TOKEN: AUTH_TOKEN };
  if (template === 'speech') return startSpeechModel();
  return {};
}

/** Starts a server with the API of OpenAI that refuses what OpenAI refuses. */
async function startSpeechModel(): Promise<Variables> {
  const key = 'key-of-the-test';
  const responses = [{ items: [{ text: 'Good evening. Shall I book a table for you?' }] }];
  const fake = await startFake(createOpenAiConversationFake({ key, responses }));
  onTestFinished(async () => {
    await fake.close();
    expect(fake.violations).toEqual([]);
  });
  return { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${fake.origin}/v1` };
}
