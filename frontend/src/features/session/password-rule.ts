/** As the server checks it; it also refuses passwords that many people use. */
export const MIN_PASSWORD_LENGTH = 8;
