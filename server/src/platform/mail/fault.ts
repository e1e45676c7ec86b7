/** What nodemailer adds to the errors that it throws. */
interface TransportError {
  readonly message: string;
  readonly code?: string;
  /** The SMTP command that failed, or `API` when none had been sent. */
  readonly command?: string;
  /** Three digits of the server's reply. */
  readonly responseCode?: number;
}

/** Why a message was not taken. */
export interface MailFault {
  /** One line without addresses: it is logged and shown to the administrator. */
  readonly reason: string;
  /** The same message would be refused again. */
  readonly isPermanent: boolean;
}

const longestReason = 300;

/**
 * Judges a failed attempt. Only a refusal of this recipient or this message is permanent. A refused
 * log-in or sender can be mended in the settings, and other failures may pass with time.
 */
export function judgeMailFault(error: TransportError): MailFault {
  const { code, command, responseCode } = error;
  // The server's message may repeat the credentials, so it is not used.
  const message = code === 'EAUTH' ? `the log-in was refused: ${responseCode}` : error.message;
  const isAboutMessage = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
  return {
    reason: message
      .replace(/[^\s<>"']+@[^\s<>"']+/g, '…')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, longestReason),
    isPermanent: isAboutMessage && (responseCode === undefined || responseCode >= 500),
  };
}
