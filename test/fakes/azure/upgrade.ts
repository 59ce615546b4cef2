import type { ClientRequest, FakeReply } from '../kit/fake.ts';

export interface AzureKeyOptions {
  /** @default 'fake-key' */
  readonly key?: string;
  /** A token in place of the key, and whether its 10 minutes are over. */
  readonly token?: { readonly value: string; readonly isExpired: () => boolean };
  /** The official client puts the key and its ids into the URL; nobody else may. @default 'headers' */
  readonly secrets?: 'headers' | 'headers and URL';
}

/** Finds violations: expects the key in its header only, an id of the connection, and exactly the wanted parameters. */
export function validateUpgrade(
  { path, query, headers }: ClientRequest,
  wanted: { readonly path: string; readonly query: Readonly<Record<string, string>> },
  { key = 'fake-key', token, secrets = 'headers' }: AzureKeyOptions,
): readonly string[] {
  const faults: string[] = [];
  const wrong = (isWrong: boolean, what: string): void => void (isWrong && faults.push(what));
  const parameters = secrets === 'headers' ? query : query.filter(([name]) => !SECRETS.has(name.toLowerCase()));
  wrong(path !== wanted.path, `the path ${path}`);
  if (token === undefined) wrong(headers['ocp-apim-subscription-key'] !== key, 'the header Ocp-Apim-Subscription-Key');
  else {
    wrong(headers['authorization'] !== `Bearer ${token.value}`, 'the header Authorization');
    wrong(headers['ocp-apim-subscription-key'] !== undefined, 'a key beside the token');
  }
  wrong(!/^[\dA-F]{32}$/iu.test(headers['x-connectionid'] ?? ''), 'the header X-ConnectionId');
  wrong(headers['sec-websocket-extensions'] !== undefined, 'compression');
  wrong(new Set(parameters.map(([name]) => name)).size !== parameters.length, 'a parameter twice');
  for (const [name, value] of parameters) wrong(wanted.query[name] !== value, `the parameter ${name}=${value}`);
  const given = new Set(parameters.map(([name]) => name));
  for (const name of Object.keys(wanted.query)) wrong(!given.has(name), `no parameter ${name}`);
  return faults;
}

/** Creates a refusal in the service's words. */
export function createRefusal(status: number): FakeReply {
  const message =
    status === 401
      ? 'Access denied due to invalid subscription key or wrong API endpoint.'
      : 'Requests have exceeded the rate limit of your current pricing tier.';
  const body = JSON.stringify({ error: { code: `${status}`, message } });
  return { status, headers: { 'content-type': 'application/json' }, body };
}

const SECRETS: ReadonlySet<string> = new Set(['ocp-apim-subscription-key', 'x-connectionid', 'connectionid']);
