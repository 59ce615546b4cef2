/** The name of the protocol in a session. */
export const PROTOCOL = 'rtvi';
