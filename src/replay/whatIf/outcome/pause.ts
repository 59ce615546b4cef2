/** A pause beyond this is no pause within what the user says, in ms. */
export const LONGEST_PAUSE_MS = 3000;
