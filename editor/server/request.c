/* Requests of the page. Invariant: a request that is GOOD has the members that the protocol gives it, of those kinds,
   and no others. */
#include "server.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Each value takes memory of its own, so that a message of brackets alone would take hundreds of megabytes. */
enum { VALUES_MOST = 1 << 18 };

static bool is_modest(const char *text, size_t size) {
    size_t values = 0;
    bool quoted = false;
    for (size_t i = 0; i < size; ++i) {
        if (quoted && text[i] == '\\') ++i;
        else if (text[i] == '"') quoted = !quoted;
        else if (!quoted && (text[i] == ',' || text[i] == '[' || text[i] == '{') && ++values > VALUES_MOST)
            return false;
    }
    return true;
}

static bool fits_choice(const char *choices, const char *value) {
    size_t length = strlen(value);
    for (const char *c = choices; c; c = strchr(c, '|')) {
        if (*c == '|') ++c;
        if (strncmp(c, value, length) == 0 && (c[length] == '|' || !c[length])) return true;
    }
    return false;
}

static bool fits_shape(const request *r, snw_json_id object, const snw_link_shape *shape, bool envelope);

static bool fits(const request *r, snw_json_id id, const snw_link_member *member, uint8_t list) {
    const snw_json_value *value = snw_json_get(&r->json, id);
    if (list) {
        if (value->kind != SNW_JSON_ARRAY) return false;
        for (snw_json_id i = value->first; i != SNW_JSON_NO; i = snw_json_next(&r->json, i))
            if (!fits(r, i, member, (uint8_t)(list - 1))) return false;
        return true;
    }
    switch (member->kind) {
    case SNW_LINK_INT:
        return value->kind == SNW_JSON_NUMBER && fabs(value->number) <= 9007199254740991.0 &&
               value->number == floor(value->number);
    case SNW_LINK_NUMBER: return value->kind == SNW_JSON_NUMBER && isfinite(value->number);
    case SNW_LINK_STRING:
        return value->kind == SNW_JSON_STRING && (!member->choices || fits_choice(member->choices, value->string));
    case SNW_LINK_BOOL: return value->kind == SNW_JSON_TRUE || value->kind == SNW_JSON_FALSE;
    case SNW_LINK_STRUCT: return fits_shape(r, id, member->shape, false);
    }
    return false;
}

static const snw_link_member *member_of(const snw_link_shape *shape, const char *name) {
    for (uint32_t i = 0; i < shape->count; ++i)
        if (strcmp(shape->members[i].name, name) == 0) return &shape->members[i];
    return NULL;
}

static bool fits_shape(const request *r, snw_json_id object, const snw_link_shape *shape, bool envelope) {
    const snw_json_value *value = snw_json_get(&r->json, object);
    if (value->kind != SNW_JSON_OBJECT) return false;
    for (snw_json_id i = value->first; i != SNW_JSON_NO; i = snw_json_next(&r->json, i)) {
        const char *key = snw_json_get(&r->json, i)->key;
        if (envelope && (strcmp(key, "type") == 0 || strcmp(key, "id") == 0)) continue;
        const snw_link_member *member = member_of(shape, key);
        if (!member || !fits(r, i, member, member->list)) return false;
    }
    for (uint32_t i = 0; i < shape->count; ++i)
        if (!shape->members[i].optional && snw_json_member(&r->json, object, shape->members[i].name) == SNW_JSON_NO)
            return false;
    return true;
}

static bool read_head(request *r) {
    const snw_json_value *id = snw_json_get(&r->json, snw_json_member(&r->json, 0, "id"));
    const snw_json_value *type = snw_json_get(&r->json, snw_json_member(&r->json, 0, "type"));
    if (!id || id->kind != SNW_JSON_NUMBER || !isfinite(id->number) || !type || type->kind != SNW_JSON_STRING)
        return false;
    r->id = id->number;
    for (r->kind = 0; r->kind < SNW_LINK_REQUESTS; ++r->kind)
        if (strcmp(snw_link_requests[r->kind].name, type->string) == 0) break;
    return true;
}

request_fault request_read(request *r, const char *text, size_t size, char *why, size_t why_size) {
    memset(r, 0, sizeof *r);
    why[0] = 0;
    snprintf(why, why_size, "a message that is no request");
    if (!is_modest(text, size) || !snw_json_read(&r->json, text, size, NULL, NULL, NULL)) return REQUEST_BAD;
    if (!read_head(r)) return snw_json_free(&r->json), REQUEST_BAD;
    if (r->kind == SNW_LINK_REQUESTS) {
        snprintf(why, why_size, "there is no such request");
        return REQUEST_WRONG;
    }
    if (fits_shape(r, 0, &snw_link_requests[r->kind], true)) return REQUEST_GOOD;
    snprintf(why, why_size, "\"%s\" does not have the members that it must have", snw_link_requests[r->kind].name);
    return REQUEST_WRONG;
}

void request_free(request *r) { snw_json_free(&r->json); }

static const snw_json_value *member_value(const request *r, const char *name) {
    return snw_json_get(&r->json, snw_json_member(&r->json, 0, name));
}

bool request_has(const request *r, const char *name) { return member_value(r, name) != NULL; }

double request_number(const request *r, const char *name) {
    const snw_json_value *value = member_value(r, name);
    return value ? value->number : 0;
}

uint32_t request_index(const request *r, const char *name) {
    double number = request_has(r, name) ? request_number(r, name) : -1;
    return number >= 0 && number < (double)SINEW_NONE ? (uint32_t)number : SINEW_NONE;
}

bool request_bool(const request *r, const char *name) {
    const snw_json_value *value = member_value(r, name);
    return value && value->kind == SNW_JSON_TRUE;
}

const char *request_text(const request *r, const char *name) {
    const snw_json_value *value = member_value(r, name);
    return value && value->string ? value->string : "";
}

snw_json_id request_list(const request *r, const char *name) { return snw_json_member(&r->json, 0, name); }
