/** What nodemailer adds to the errors that it throws. */
interface TransportError {
  readonly message: string;
  readonly code?: string;
  /** The SMTP command that was answered so; `API` before there was any. */
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
 * Judges a failed attempt. Only what the server says about this recipient or this message is for
 * good: a refused log-in or sender is a matter of settings, and anything else of time.
 */
export function judgeMailFault(error: TransportError): MailFault {
  const { code, command, responseCode } = error;
  // A server may repeat what it was given to log in with.
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
