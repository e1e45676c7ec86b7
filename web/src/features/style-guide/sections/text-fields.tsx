import {
  emailSchema,
  passwordSchema,
  personNameSchema,
  usernameSchema,
} from '@refugia/contract/account/account.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { contactSubjects } from '@refugia/contract/site/choices.ts';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { CommentInput } from '../../../ui/comments/comment-input.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { EditableText } from '../../../ui/forms/editable-text.tsx';
import { Label } from '../../../ui/forms/field.tsx';
import { Form, FormActions, firstIssue, useValidatedForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { DateField, TextArea, TextField } from '../../../ui/forms/text-field.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { Fault, Notice } from '../../../ui/overlays/notice.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { type GuideSection, Sample, Samples } from '../sample.tsx';

/** For fields that only show how they look. */
const idle = { onChange: () => undefined };

function InputSection() {
  const [text, setText] = useState('Meadow');
  const [date, setDate] = useState('2019-01-01');
  return (
    <Samples>
      <Sample title="By type" note="Each with its rules, said when the field is left." wide>
        <TypedInputs />
      </Sample>
      <Sample title="With help">
        <TextField
          label="Name of the map"
          value={text}
          onChange={setText}
          description="Others see it."
        />
      </Sample>
      <Sample title="With a placeholder, required">
        <TextField {...idle} label="Place" value="" placeholder="41.2, -95.9" isRequired />
      </Sample>
      <Sample title="With an error">
        <TextField {...idle} label="Title" value="" error="This is required." />
      </Sample>
      <Sample title="Disabled">
        <TextField {...idle} label="Owner" value="field_notes" isDisabled />
      </Sample>
      <Sample title="With something after the text">
        <TextField {...idle} label="Width" value="120" trailing="m" />
        <TextField
          {...idle}
          label="Handle"
          value="field_notes"
          trailing={<Spinner size="sm" label="Checking" />}
        />
      </Sample>
      <Sample title="Date">
        <DateField label="Start date" value={date} onChange={setDate} min="2015-01-01" />
      </Sample>
    </Samples>
  );
}

const noInputs = {
  name: '',
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  message: '',
};

function judge(values: Readonly<Record<keyof typeof noInputs, string>>) {
  return {
    name: firstIssue(personNameSchema, values.name),
    username: firstIssue(usernameSchema, values.username),
    email: firstIssue(emailSchema, values.email),
    password: firstIssue(passwordSchema, values.password),
    confirmPassword: confirmationIssue(values.password, values.confirmPassword),
    message: values.message.trim() === '' ? messages.required : undefined,
  };
}

function confirmationIssue(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return messages.required;
  return confirmation === password ? undefined : messages.passwordsDiffer;
}

function TypedInputs() {
  const form = useValidatedForm(noInputs, judge);
  const { nameMaxLength, usernameMaxLength, emailMaxLength } = limits.account;
  return (
    <Form onSubmit={form.showErrors}>
      <div className={utilities.pair}>
        <TextField {...form.field('name')} label="Name" maxLength={nameMaxLength} />
        <TextField {...form.field('username')} label="Username" maxLength={usernameMaxLength} />
        <TextField {...form.field('email')} label="Email" type="email" maxLength={emailMaxLength} />
        <PasswordField {...form.field('password')} label="Password" autoComplete="new-password" />
        <PasswordField
          {...form.field('confirmPassword')}
          label="Confirm Password"
          autoComplete="new-password"
        />
        <TextArea
          {...form.field('message')}
          label="Message"
          rows={1}
          maxLength={limits.contact.messageMaxLength}
        />
      </div>
    </Form>
  );
}

function TextAreaSection() {
  const [summary, setSummary] = useState('');
  const [message, setMessage] = useState('Otters are back below the weir.');
  return (
    <Samples>
      <Sample title="20rem high, as it comes">
        <TextArea label="Summary" value={summary} onChange={setSummary} />
      </Sample>
      <Sample title="Two rows, growing, with a limit">
        <TextArea
          label="Message"
          value={message}
          onChange={setMessage}
          rows={2}
          maxLength={400}
          description="What should others know?"
        />
        <TextArea {...idle} label="Reason" value="" rows={2} error="This is required." />
        <TextArea {...idle} label="Archived notes" value="No longer changed." rows={2} isDisabled />
      </Sample>
    </Samples>
  );
}

function TextEditSection() {
  const [organization, setOrganization] = useState('Prairie Watch');
  const [bio, setBio] = useState('');
  return (
    <Samples>
      <Sample title="One line" note="Enter or Done saves, Escape leaves it as it was.">
        <EditableText
          label="Organization"
          value={organization}
          onSave={setOrganization}
          maxLength={100}
          validate={(value) => (value === '' ? messages.required : undefined)}
        />
      </Sample>
      <Sample title="Several lines, empty">
        <EditableText
          label="Bio"
          value={bio}
          onSave={setBio}
          isMultiline
          maxLength={1000}
          emptyText="No description added yet"
        />
      </Sample>
      <Sample title="Disabled">
        <EditableText label="Role" value="Viewer" onSave={() => undefined} isDisabled />
      </Sample>
    </Samples>
  );
}

function CommentSection() {
  const [comments, setComments] = useState(['The fence line moved in spring.']);
  return (
    <Samples>
      <Sample title="Comments" note="Ctrl or ⌘ with Enter sends, too.">
        <List kind="divided">
          {comments.map((comment) => (
            <ListItem key={comment}>{comment}</ListItem>
          ))}
        </List>
        <CommentInput
          label="Add a comment"
          placeholder="What did you see?"
          onSend={(text) => setComments((current) => [...new Set([...current, text])])}
        />
      </Sample>
      <Sample title="With Cancel and a limit">
        <CommentInput
          label="Reply"
          sendLabel="Reply"
          maxLength={280}
          onSend={() => undefined}
          onCancel={() => undefined}
        />
      </Sample>
      <Sample title="Disabled">
        <CommentInput label="Comments are closed" onSend={() => undefined} isDisabled />
      </Sample>
    </Samples>
  );
}

function LabelSection() {
  return (
    <Samples>
      <Sample title="Alone" note="Fields bring theirs along.">
        <Label>Organization</Label>
      </Sample>
      <Sample title="With a note">
        <Label note="optional">Organization</Label>
        <Label note="hectares">Area</Label>
      </Sample>
    </Samples>
  );
}

const subjects = contactSubjects.map((subject) => ({ id: subject, label: subject }));

const emptyForm = { firstName: '', lastName: '', email: '', subject: 'Reaching out', message: '' };

function FormSection() {
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
  const form = useValidatedForm(emptyForm, (values) => ({
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
      <Fault>{outcome === 'refused' && 'Please fill out the entire form.'}</Fault>
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

export const textFieldSections: readonly GuideSection[] = [
  { id: 'inputs', title: 'Inputs', Component: InputSection },
  { id: 'text-area', title: 'Text area', Component: TextAreaSection },
  { id: 'text-edit-field', title: 'Text edit field', Component: TextEditSection },
  { id: 'comment-input', title: 'Comment input', Component: CommentSection },
  { id: 'label', title: 'Label', Component: LabelSection },
  { id: 'form', title: 'Form', Component: FormSection },
];
