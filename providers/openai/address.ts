/**
 * Returns OpenAI's address, or `baseUrl` without a `/v1` at its end: the adapters' paths begin with it, so that
 * `https://proxy.example` and `https://proxy.example/v1` are the same.
 */
export function openAiOrigin(baseUrl = 'https://api.openai.com'): string {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/v1\/*$/u, '');
  return url.href;
}
