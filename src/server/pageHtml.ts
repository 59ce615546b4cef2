export interface PageText {
  /** Who answers, in a sentence that the page shows before the first call. @default none */
  readonly about?: string | undefined;
  /** Sentences that the agent understands, offered as buttons. @default none */
  readonly phrases?: readonly string[] | undefined;
}

/** Fills the places of the page's HTML that depend on the agent, so that nothing moves once it is shown. */
export function fillPage(html: string, { about = '', phrases = [] }: PageText): string {
  const buttons = phrases.map((phrase) => `<li><button class="phrase" type="button">${escaped(phrase)}</button></li>`);
  return html.replace('<!-- about -->', () => escaped(about)).replace('<!-- phrases -->', () => buttons.join(''));
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => `&#${sign.charCodeAt(0)};`);
}
