/* A step of the build: files as C arrays, for the tool to carry. Usage: embed OUT.c LIST NAME=FILE...
   LIST is what the array of them is called: LIST_files, of LIST_file_count. */
#include <stdio.h>
#include <string.h>

/* The number of bytes written, 0 if something failed; an empty file is a fault, too. */
static unsigned long put_array(FILE *out, const char *path, int index) {
    FILE *in = fopen(path, "rb");
    unsigned long count = 0;
    if (!in) return 0;
    fprintf(out, "static const unsigned char data_%d[] = {", index);
    for (int byte = fgetc(in); byte != EOF; byte = fgetc(in)) fprintf(out, "%s%d,", count++ % 24 ? "" : "\n", byte);
    fputs("\n};\n", out);
    if (ferror(in)) count = 0;
    fclose(in);
    return count;
}

static int embed(FILE *out, const char *list, int count, char **items) {
    fputs("#include \"cli.h\"\n", out);
    for (int i = 0; i < count; ++i) {
        const char *equals = strchr(items[i], '=');
        if (!equals || !put_array(out, equals + 1, i)) {
            fprintf(stderr, "embed: \"%s\" cannot be read, or is empty\n", items[i]);
            return 1;
        }
    }
    fprintf(out, "extern const embedded_file %s_files[];\nextern const size_t %s_file_count;\n", list, list);
    fprintf(out, "const embedded_file %s_files[] = {\n", list);
    for (int i = 0; i < count; ++i)
        fprintf(out, "{ \"%.*s\", data_%d, sizeof data_%d },\n", (int)strcspn(items[i], "="), items[i], i, i);
    fprintf(out, "};\nconst size_t %s_file_count = %d;\n", list, count);
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fputs("usage: embed OUT.c LIST NAME=FILE...\n", stderr);
        return 2;
    }
    FILE *out = fopen(argv[1], "wb");
    if (!out) {
        perror(argv[1]);
        return 1;
    }
    int status = embed(out, argv[2], argc - 3, argv + 3);
    if (fclose(out)) status = 1;
    if (status) remove(argv[1]);
    return status;
}
