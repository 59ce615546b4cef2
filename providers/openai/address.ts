/**
 * OpenAI's own address, or the one that stands in for it, without the `/v1` that a base URL for its own clients ends in:
 * adapters put that before their paths, so that `https://proxy.example` and `https://proxy.example/v1` are the same.
 */
export function openAiOrigin(baseUrl = 'https://api.openai.com'): string {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/v1\/*$/u, '');
  return url.href;
}
