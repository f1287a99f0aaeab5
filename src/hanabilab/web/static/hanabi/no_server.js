// The module `server` of a page that no server computes for, such as a file: it stands in its place.

export const hasServer = false;

/** Nothing is asked, and nothing has to be stopped. */
export const ask = () => () => {};
