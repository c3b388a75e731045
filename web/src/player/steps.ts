/** Seconds that the back button, key and headphone button go back. */
export const backwardSeconds = 15;

/** Seconds that they go forward. */
export const forwardSeconds = 30;
