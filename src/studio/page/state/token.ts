const KEY = 'antiphon-studio-token';

/**
 * The token of the server, from the address or from another tab, so that a copied link opens in a new one. Null if no
 * tab has one. The token of a server that has ended is refused.
 */
export const token: string | null = takeToken();

/** The fragment of the address without the token: the place to show first. */
export const firstPlace: string = location.hash;

/**
 * Takes the token out of the address, so that it is neither copied nor kept in the history. A call that is named beside it
 * becomes the place to show.
 */
function takeToken(): string | null {
  const fragment = location.hash.slice(1);
  const parts = fragment.split('&');
  const given = parts.find((part) => part.startsWith('token='))?.slice('token='.length);
  if (given === undefined) return localStorage.getItem(KEY);
  const call = parts.find((part) => part.startsWith('call='))?.slice('call='.length);
  const others = parts.filter((part) => !/^(?:token|call)=/u.test(part)).join('&');
  const rest = call === undefined ? others : `/call/${call}`;
  history.replaceState(null, '', `${location.pathname}${location.search}${rest === '' ? '' : `#${rest}`}`);
  localStorage.setItem(KEY, decodeURIComponent(given));
  return decodeURIComponent(given);
}
