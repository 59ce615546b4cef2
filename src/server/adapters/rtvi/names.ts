/** The protocol, as a session names it. */
export const PROTOCOL = 'rtvi';
