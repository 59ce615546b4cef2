import { AntiphonError } from '../../core/errors.ts';
import type { TokensOptions } from './tokens.ts';
import { createSecretSource, type TokenSecrets } from './secrets.ts';

/** Options for the tokens that let clients join sessions. */
export interface TokenOptions {
  /** Name of this server among several, of 1 to 255 characters: tokens of other servers are refused. @default random */
  readonly node_id?: string | undefined;
  /**
   * Secrets that sign tokens, each at least 32 bytes long: the newest, and the previous one, whose tokens are still
   * accepted. A function is called for every token.
   *
   * @default one random secret
   */
  readonly token_secrets?: TokenSecrets | (() => TokenSecrets) | undefined;
}

const MAX_NODE_ID = 255;

/**
 * Checks the options. `report` receives the reason why new secrets cannot be used.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function createTokenSettings(
  { node_id: nodeId, token_secrets }: TokenOptions,
  report: (reason: string) => void,
): Pick<TokensOptions, 'nodeId' | 'secrets'> {
  if (nodeId !== undefined && (typeof nodeId !== 'string' || nodeId === '' || nodeId.length > MAX_NODE_ID)) {
    const message = `node_id: expected 1 to ${MAX_NODE_ID} characters, got ${describe(nodeId)}`;
    throw new AntiphonError('usage_invalid', message, { path: 'node_id' });
  }
  if (token_secrets === undefined) return { nodeId };
  return { nodeId, secrets: createSecretSource(token_secrets, report) };
}

function describe(value: unknown): string {
  return typeof value === 'string' ? `${value.length}` : typeof value;
}
