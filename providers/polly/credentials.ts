import type { FilledPollyTts } from './settings.ts';

/** An access key of AWS. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Null for a long-term key. */
  readonly sessionToken: string | null;
}

type Keys = Pick<FilledPollyTts, 'access_key_id' | 'secret_access_key' | 'session_token'>;

/** Selects the access key of the settings or, if they have none, of the environment. Null if neither has one. */
export function selectCredentials(settings: Keys, env: NodeJS.ProcessEnv = process.env): AwsCredentials | null {
  const { access_key_id, secret_access_key, session_token } = settings;
  if (access_key_id !== undefined && secret_access_key !== undefined)
    return createCredentials(access_key_id, secret_access_key, session_token);
  const { AWS_ACCESS_KEY_ID: id = '', AWS_SECRET_ACCESS_KEY: secret = '', AWS_SESSION_TOKEN: token } = env;
  return id === '' || secret === '' ? null : createCredentials(id, secret, token);
}

function createCredentials(accessKeyId: string, secretAccessKey: string, token = ''): AwsCredentials {
  return { accessKeyId, secretAccessKey, sessionToken: token === '' ? null : token };
}

/** The expected value in the issue of a config without an access key. */
export const NO_CREDENTIALS = 'an access key, here or in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
