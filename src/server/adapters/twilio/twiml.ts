/** In front of each document. */
export const XML = '<?xml version="1.0" encoding="UTF-8"?>';
