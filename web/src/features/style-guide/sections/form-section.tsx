import { emailSchema, personNameSchema } from '@refugia/contract/account/account.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Form, FormActions, useValidatedForm } from '../../../ui/forms/form.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { firstIssue } from '../first-issue.ts';
import { Sample, Samples } from '../sample.tsx';

const subjects = ['Reaching out', 'Providing feedback', 'Reporting a bug', 'Other'].map(
  (subject) => ({ id: subject, label: subject }),
);

const nothing = { firstName: '', lastName: '', email: '', subject: 'Reaching out', message: '' };

/** The style guide's section 'form'. */
export function FormSection() {
  return (
    <Samples>
      <Sample
        title="Validated when a field is left"
        note="Changing it hides its error until it is left again. Nothing is sent here."
        wide
      >
        <ContactForm />
      </Sample>
    </Samples>
  );
}

function ContactForm() {
  const [outcome, setOutcome] = useState<'sent' | 'refused' | null>(null);
  const form = useValidatedForm(nothing, (values) => ({
    firstName: firstIssue(personNameSchema, values.firstName),
    lastName: firstIssue(personNameSchema, values.lastName),
    email: firstIssue(emailSchema, values.email),
    message: values.message.trim() === '' ? messages.required : undefined,
  }));

  function submit(): void {
    form.showErrors();
    const isRight = Object.values(form.errors).every((error) => error === undefined);
    setOutcome(isRight ? 'sent' : 'refused');
  }

  return (
    <Form onSubmit={submit}>
      <div className={utilities.pair}>
        <TextField {...form.field('firstName')} label="First Name" autoComplete="given-name" />
        <TextField {...form.field('lastName')} label="Last Name" autoComplete="family-name" />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" />
        <Select {...form.field('subject')} label="Subject" options={subjects} />
      </div>
      <TextArea
        {...form.field('message')}
        label="Message"
        rows={4}
        maxLength={limits.contact.messageMaxLength}
      />
      {outcome === 'refused' && (
        <Notice type="error" isAnnounced>
          Please fill out the entire form.
        </Notice>
      )}
      {outcome === 'sent' && (
        <Notice type="success" isAnnounced>
          Everything is right.
        </Notice>
      )}
      <FormActions>
        <Button type="submit">Send Message</Button>
      </FormActions>
    </Form>
  );
}
