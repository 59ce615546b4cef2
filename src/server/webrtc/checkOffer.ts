import { Problem } from '../problems/problem.ts';

/** Maximum number of candidates of one client; a browser has a few for each network. */
const MAX_CANDIDATES = 64;
const MAX_LINES = 1000;

/**
 * Checks that an offer contains the parts that a session needs, one track of Opus and a data channel, and nothing else.
 * `pointer` is the location of the offer in the body.
 *
 * @throws Problem `invalid_request`, naming the part
 */
export function checkOffer(offer: unknown, pointer = ''): string {
  const fail: (expected: string) => never = (expected) => refuse(expected, pointer);
  if (typeof offer !== 'string' || !offer.startsWith('v=0')) fail('an SDP, which begins with v=0');
  const lines = offer.split(/\r?\n/u);
  if (lines.length > MAX_LINES) fail(`an SDP of at most ${MAX_LINES} lines`);
  const media = lines.filter((line) => line.startsWith('m=')).map((line) => line.slice(2).split(' ')[0]);
  if (media.length !== 2 || !media.includes('audio') || !media.includes('application'))
    fail('one section m=audio and one m=application');
  if (!lines.some((line) => /^a=rtpmap:\d+ opus\/48000\/2$/iu.test(line))) fail('a=rtpmap of opus/48000/2');
  if (!lines.some((line) => line.startsWith('a=fingerprint:'))) fail('a=fingerprint');
  if (lines.filter((line) => line.startsWith('a=candidate:')).length > MAX_CANDIDATES)
    fail(`at most ${MAX_CANDIDATES} lines of a=candidate`);
  return offer;
}

/** Refuses an offer, without quoting the values that were sent. */
export function refuse(expected: string, pointer = ''): never {
  throw new Problem('invalid_request', [{ pointer, detail: `expected ${expected}` }]);
}
