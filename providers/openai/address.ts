/**
 * Returns OpenAI's origin, or `baseUrl` without a trailing `/v1`. The adapters' paths begin with `/v1`, so
 * `https://proxy.example` and `https://proxy.example/v1` are equivalent.
 */
export function openAiOrigin(baseUrl = 'https://api.openai.com'): string {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/v1\/*$/u, '');
  return url.href;
}
