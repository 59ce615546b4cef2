import { resumableCall, type ResumableCall } from './resumableCall.ts';

export const LONG = 'It is seven, or a little later, if the clock in the hall is right.';

/** What a socket that resumes is accepted with. */
export const RETURN = { resumeToken: 'ek_next', accepted: () => undefined, confirmed: () => undefined };

/** A greeting that is cut off after a second. */
export async function cutOff(options: Parameters<typeof resumableCall>[0] = {}): Promise<ResumableCall> {
  const made = resumableCall({ config: { first_message: LONG }, ...options });
  made.join();
  await made.clock.run(1000);
  made.cut();
  return made;
}
