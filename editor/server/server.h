/* What the parts of the editor's server share: `sinew edit` without its sockets.

   The core (everything but edit.c, serve.c, socket.c, http.c and browser.c) knows no socket and no clock: the transport
   tells it who joined, what was heard and what time it is, and takes from each client's queue what is to be sent. So
   tests and the fuzzer drive it directly.

   Invariant: what comes from the page is checked here before anything else sees it; nothing a client does can end the
   server or hold another client up. One thread. */
#ifndef EDITOR_SERVER_H
#define EDITOR_SERVER_H

#include "cli.h"
#include "protocol.h"

#include "io/json.h"

#include <sys/stat.h>

typedef struct editor editor;
typedef struct client client;
typedef struct document document;

enum {
    MESSAGE_MOST = 8 << 20,  /* bytes of what a client says at once */
    QUEUE_MOST = 64 << 20,   /* bytes that wait for a client; more, and it is let go */
    CLIENTS_MOST = 16,       /* that have said hello */
    DOCUMENT_MOST = 7 << 20, /* bytes of a text */
    MODEL_MOST = 512 << 20,  /* bytes of a model's file */
    FILES_MOST = 10000,      /* that are listed */
    PATH_MOST = 4096,
    TOKEN_LENGTH = 32 /* hexadecimal digits */
};

/* ---- clock.c ---- */

double clock_now(void); /* seconds */

/* ---- text.c: texts, and changes of them ---- */

/* FNV-1a, 32 bits: how both sides know that they have the same text. */
uint32_t text_hash(const char *text, size_t size);
/* UTF-8 without a zero byte, which is what a document may be. */
bool text_is_plain(const char *text, size_t size);
/* Control characters, and marks that change the direction of what is read: not in names of files that are made. */
bool text_has_controls(const char *text);

typedef struct splice {
    size_t at, remove; /* bytes */
    const char *insert;
    size_t insert_size;
} splice;

/* Applies splices one after another, each to what those before it left. Returns the new text, terminated, which the
   caller frees; NULL with *why, a sentence, where one is out of range, cuts a character or makes the text too large. */
char *text_splice(const char *text, size_t size, const splice *splices, size_t count, size_t *new_size,
                  const char **why);

/* ---- queue.c: what waits to be sent to a client ---- */

typedef struct message {
    uint32_t references;
    bool binary;
    size_t size;
    unsigned char bytes[];
} message;

/* With one reference; NULL when memory runs out. */
message *message_new(bool binary, size_t size);
void message_keep(message *m);
void message_drop(message *m); /* NULL is fine */

/* Of these only the latest counts. */
typedef enum live_kind { LIVE_STATE, LIVE_POSE, LIVE_WHY, LIVE_KINDS } live_kind;

typedef struct queue {
    message **items; /* never dropped, in order */
    size_t first, count, capacity, bytes;
    message *live[LIVE_KINDS];
    uint32_t turn; /* of the live ones */
    bool over;     /* too much waits, or there was no memory */
} queue;

/* Both keep a reference of their own; NULL (no memory) sets `over`. */
void queue_put(queue *q, message *m);
void queue_live(queue *q, live_kind kind, message *m);
/* What speaks of indices that mean nothing any more. */
void queue_forget_live(queue *q);
bool queue_is_empty(const queue *q);
/* The next, whose reference goes to the caller; NULL: nothing waits. Live ones only when nothing else waits. */
message *queue_take(queue *q);
void queue_free(queue *q);

/* ---- request.c: what a client asks, as JSON ---- */

typedef struct request {
    snw_json json;
    uint32_t kind; /* an index of snw_link_requests */
    double id;
} request;

typedef enum request_fault { REQUEST_GOOD, REQUEST_WRONG, REQUEST_BAD } request_fault;

/* WRONG: an id was read, and the members are not what the request holds. BAD: no message of this protocol at all.
   why[size]: a sentence. Free it where it is not BAD. */
request_fault request_read(request *r, const char *text, size_t size, char *why, size_t why_size);
void request_free(request *r);
/* Members, which are there and of their kind, or optional. */
bool request_has(const request *r, const char *name);
double request_number(const request *r, const char *name);
uint32_t request_index(const request *r, const char *name); /* SINEW_NONE if it is none */
bool request_bool(const request *r, const char *name);
const char *request_text(const request *r, const char *name); /* decoded, terminated */
snw_json_id request_list(const request *r, const char *name);

/* ---- reply.c: what the server says, as JSON ---- */

/* Begins `{"type":…,"id":…`; r NULL: nobody asked. */
void say_begin(snw_text *text, const char *type, const request *r);
/* `,"name":` */
void say_key(snw_text *text, const char *name);
void say_text(snw_text *text, const char *name, const char *value);
void say_number(snw_text *text, const char *name, double value);
void say_bool(snw_text *text, const char *name, bool value);
/* Ends the object, and frees the text. NULL when memory ran out. */
message *say_end(snw_text *text);
/* And puts it into the client's queue. */
void say_to(client *c, snw_text *text);
void say_done(client *c, const request *r);
void say_failed(client *c, const request *r, const char *code, const char *format, ...) CLI_PRINTF(4, 5);

/* ---- project.c: the files of the project folder, by number ---- */

typedef enum file_kind { FILE_GRAPH, FILE_MODEL, FILE_CLIPS, FILE_BANK, FILE_KINDS } file_kind;

typedef struct project_file {
    char *path; /* from the project folder, or whole if it is outside (only what the command line named) */
    file_kind kind;
    bool outside, there;
} project_file;

typedef struct project {
    int folder; /* descriptor */
    char *path, *name;
    project_file *files; /* a number stays a file's for ever */
    uint32_t count, capacity;
} project;

/* False with errno. `path` is the folder's real path. */
bool project_open(project *p, const char *path);
void project_close(project *p);
/* Looks for files. Links are not followed, hidden folders not entered. True: something came or went. */
bool project_scan(project *p);
/* SINEW_NONE if the path leads out, has no known ending or memory runs out. It need not be there. */
uint32_t project_find(project *p, const char *path);
/* Of a file anywhere, which the command line named. */
uint32_t project_add_outside(project *p, const char *real_path);
const project_file *project_at(const project *p, uint32_t file);
/* A path beside that of a file, as a graph's "rig" has it: `..` inside the project is resolved. The caller frees; NULL:
   it leads out. */
char *project_beside(const project *p, uint32_t file, const char *name);
/* The folder of a path inside and its last part, opened part by part without following a link. -1 with errno. */
int project_folder_of(const project *p, const char *path, const char **last);
/* Opens a file to be read; -1 with errno: ELOOP for a link. */
int project_read(const project *p, uint32_t file);
/* By the path's end; FILE_KINDS: none that is known. */
file_kind file_kind_of(const char *path);
const char *file_kind_word(file_kind kind);
void say_files(snw_text *text, const project *p);

/* ---- disk.c: whole files ---- */

/* What changes when a file is written. */
typedef struct stamp {
    bool there;
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec changed, made;
} stamp;

bool stamp_same(const stamp *a, const stamp *b);
/* Of a file by its number, without following a link. */
stamp stamp_of(const project *p, uint32_t file);
/* All of it, terminated; the caller frees. NULL with errno (EFBIG: more than `most`). */
char *disk_read(int descriptor, size_t most, size_t *size);
char *disk_read_file(const project *p, uint32_t file, size_t most, size_t *size);
/* Beside it, synced, then renamed over it: either the old bytes are there or the new ones. Keeps the mode. False with
   errno; nothing has changed then. `fresh`: EEXIST where there is one. */
bool disk_write_file(const project *p, uint32_t file, const char *bytes, size_t size, bool fresh);
/* The same in a folder by its descriptor. */
bool disk_write_at(int folder, const char *name, const char *bytes, size_t size, mode_t mode, bool fresh);

/* ---- recovery.c: unsaved work ---- */

typedef struct recovery {
    int folder; /* -1: there is none */
} recovery;

void recovery_open(recovery *r); /* says on standard error where there can be none */
void recovery_close(recovery *r);
/* Writes the copy of a file by its whole path. */
bool recovery_write(const recovery *r, const char *path, const char *text, size_t size);
void recovery_remove(const recovery *r, const char *path);
/* What an earlier run left, put aside so that new copies do not replace it. The caller frees; NULL: nothing. */
char *recovery_take(const recovery *r, const char *path, size_t *size, double *time);
/* The user has decided. */
void recovery_settle(const recovery *r, const char *path);

/* ---- models.c: models by file, with what an open clips document says ---- */

typedef struct model_use {
    uint32_t references;
    uint32_t file;
    char *preferred;          /* of a bank's */
    const sinew_model *model; /* NULL: it does not load, and the log says why */
    sinew_model *own;
    sinew_bank *bank;
    void *bytes;
    sinew_log log; /* as `sinew check` of a graph has it */
    stamp when, clips_when;
    uint32_t clips_document, clips_revision; /* 0: from the disk */
    struct model_use *next;                  /* in the editor's list of those that are current */
} model_use;

/* The model of a file as it is now, with a reference; NULL when memory runs out. */
model_use *model_get(editor *e, uint32_t file, const char *preferred);
void model_drop(model_use *m); /* NULL is fine */
/* Whether the files it came from have changed since. */
bool model_is_stale(editor *e, const model_use *m);

/* ---- findings.c: what `sinew check` says of a graph's text, and what can be played of it ---- */

typedef struct checked {
    uint32_t references;
    uint32_t revision;
    sinew_graph *graph; /* NULL: the text is none */
    model_use *model;   /* or NULL */
    char *no_model;     /* why there is none, or NULL */
    rig_list list;      /* stands in for a model where none is named */
    bool assumed;
    sinew_binding *binding; /* NULL: not to be played */
    sinew_log log;          /* everything */
} checked;

/* Reads and binds the document's text; NULL when memory runs out. With one reference. */
checked *check_document(editor *e, document *d);
void checked_keep(checked *c);
void checked_drop(checked *c); /* NULL is fine */
message *say_findings(const document *d, const checked *c);

/* ---- documents.c: files that are open ---- */

struct document {
    document *next;
    uint32_t id, file;
    char *text; /* terminated */
    size_t size;
    uint32_t revision, hash;
    uint32_t saved; /* hash of the bytes of the file, as opened or written last */
    bool gone;      /* there is no file: it was told */
    uint32_t told;  /* hash of the disk's bytes that was told last */
    stamp when;     /* of the file, when it was looked at last */
    client *writer; /* NULL: nobody writes */
    client **members;
    uint32_t member_count;
    char *offered; /* recovered text, NULL: none */
    size_t offered_size;
    double offered_time;
    double copy_due;  /* when a recovery copy is to be written; 0: not */
    bool copied;      /* the copy has this text */
    uint32_t model;   /* that the page chose; SINEW_NONE: what the command line or the graph says */
    double check_due; /* 0: not */
    double check_cost;
    checked *last; /* NULL before the first */
};

document *document_find(const editor *e, uint32_t id);
document *document_of_file(const editor *e, uint32_t file);
bool document_is_dirty(const document *d);
/* The file's whole path, by which recovery copies are named; the caller frees. NULL when memory runs out. */
char *document_path(const editor *e, const document *d);
void document_request(editor *e, client *c, const request *r); /* list, open, create, edit, save, text, disk, … */
/* The client is done with all of them. */
void documents_leave(editor *e, client *c);
void documents_tick(editor *e);
/* Recovery copies of what is unsaved, now. */
void documents_rescue(editor *e);
void documents_free(editor *e);
/* Sends a message to all who have it open but one; drops the message. */
void document_tell(const document *d, const client *but, message *m);

/* ---- files_request.c: which files there are; opening and making them ---- */

/* Looks at the project's folder; of what came or went all are told but one. */
void files_look(editor *e, const client *but);
void files_tick(editor *e);
void request_list_files(editor *e, client *c, const request *r);
void request_open(editor *e, client *c, const request *r);
void request_create(editor *e, client *c, const request *r);
void say_document(client *c, const request *r, const editor *e, const document *d);

/* ---- preview.c: the graph at play, as a game would play it ---- */

typedef struct preview {
    uint32_t document; /* id; 0: nothing */
    checked *playing;  /* NULL: nothing yet */
    sinew_player *player;
    sinew_pose *pose; /* NULL without a model */
    const sinew_step *step;
    double speed;
    bool paused;
    double before; /* when the clock was looked at last; < 0: never */
    sinew_root_step place;
    uint32_t solo; /* a layer, or SINEW_NONE */
    bool clip_mode;
    uint32_t clip;
    double clip_time;
    sinew_pose *clip_pose;
    sinew_verdict *verdicts, *verdicts_told;
    double why_told;
    uint32_t sequence;
    struct told *first, *last; /* commands that wait */
    size_t waiting;            /* their bytes */
    uint32_t steps_left;
    double step_fps;
} preview;

void preview_init(preview *p);
/* Plays another good check of its document, keeping what plays by name. Takes a reference of its own. */
void preview_play(editor *e, checked *c);
/* Tells one client all that it needs to know before it hears live frames. */
void preview_introduce(editor *e, client *c);
/* A binary message; false: it is none that may be said. */
bool preview_told(editor *e, const void *bytes, size_t size);
void preview_request(editor *e, client *c, const request *r); /* preview, show, watch */
void preview_tick(editor *e);
void preview_stop(editor *e);
void preview_free(editor *e);
/* Whether anyone looks on and something moves. */
bool preview_is_live(const editor *e);

/* ---- command.c: what the preview is told ---- */

/* Does what waits, for a few milliseconds at most. */
void preview_obey(editor *e);
void preview_forget_commands(preview *p);
/* What the player stands at, without any time: for the first look, and for what changes while it is paused. */
void preview_stand(preview *p);
/* Advances, and sends what happened. */
void preview_advance(editor *e, double dt);
void preview_show(editor *e);
bool preview_restart(editor *e);

/* ---- frames.c: binary messages of what the preview does ---- */

message *frame_instance(preview *p);
message *frame_graph(preview *p);
message *frame_state(preview *p);
message *frame_pose(preview *p);
message *frame_happened(preview *p);
message *frame_why(preview *p);
message *frame_meshes(preview *p);
message *say_model(const editor *e);

/* ---- answers.c: the runtime's own numbers ---- */

void answer_request(editor *e, client *c, const request *r); /* weights, triangles, licenses */

/* ---- session.c: clients ---- */

struct client {
    client *next;
    bool welcomed;
    bool wants_state, wants_pose, wants_why;
    queue out;
    const char *closing; /* a sentence: it is to be let go; NULL: it stays */
    int close_code;      /* of WebSocket */
};

struct editor {
    project project;
    recovery recovery;
    char token[TOKEN_LENGTH + 1];
    char ticket[TOKEN_LENGTH + 1]; /* good for the token, once, until then; empty: none */
    double ticket_until;
    uint32_t opened; /* the file of the command line */
    uint32_t rig;    /* or SINEW_NONE */
    double now;      /* seconds, of a clock that only goes forward */
    client *clients;
    document *documents;
    uint32_t next_document;
    model_use *models;
    preview preview;
    double looked;    /* when the disk was looked at last */
    double files_due; /* when the project's folder is to be looked at */
};

/* The folder and files are set by the caller. False when memory runs out. */
void editor_init(editor *e);
void editor_free(editor *e);
client *client_join(editor *e); /* NULL when memory runs out */
void client_leave(editor *e, client *c);
void client_hear(editor *e, client *c, bool binary, const void *bytes, size_t size);
void client_close(client *c, int code, const char *sentence);
/* Tells all who have said hello but one; drops the message. */
void editor_tell(editor *e, const client *but, message *m);
/* To be called often: 60 times a second while preview_is_live, else ten times. */
void editor_tick(editor *e, double now);
uint32_t editor_welcomed(const editor *e);

#endif
